package dev.tandem.it.crash;

import java.io.IOException;
import java.nio.file.Path;

/** What the harness asks of a log, so that it can be shown to catch one that lies. */
interface LogUnderTest extends AutoCloseable {

  /** What an acknowledgement promises, in the order of how much. */
  int WRITTEN = 1;

  int SYNCED = 2;

  /** Which log a child opens. */
  enum Kind {
    /** The project's. */
    TANDEM(true),
    /** The project's, opened to write only; it syncs when it is asked to. */
    TANDEM_WRITTEN(true),
    /** The same in Chronicle's store. */
    CHRONICLE_WRITTEN(true),
    /**
     * The project's in its own store, never asked to sync, whose "written" is taken for "synced".
     */
    TANDEM_UNSYNCED(true),
    /** A few lines over a file, which tries again after a sync that failed. */
    NAIVE(false),
    /** The same, which says "written" of what is still in the process. */
    NAIVE_UNWRITTEN(false);

    private final boolean tandem;

    Kind(boolean tandem) {
      this.tandem = tandem;
    }

    /** Whether it keeps what it promises. */
    boolean isHonest() {
      return this == TANDEM || this == TANDEM_WRITTEN || this == CHRONICLE_WRITTEN;
    }
  }

  /** Takes a record of a log, in order. */
  interface Visitor {
    void record(long sequence, byte[] bytes);
  }

  static LogUnderTest open(VictimOrder order) throws IOException {
    return order.kind().tandem
        ? new TandemLog(order)
        : new NaiveLog(order.directory(), order.kind());
  }

  /**
   * Recovers the log as a process does that wants to write it, and lets go of it; in the default
   * store, whichever the children use, for one must recover what the other left.
   */
  static void recover(VictimOrder order) throws IOException {
    open(order.inDefaultStore()).close();
  }

  /** Reads everything in the directory, which nobody writes; returns the next sequence. */
  static long read(Kind kind, Path directory, Visitor visitor) throws IOException {
    return kind.tandem ? TandemLog.read(directory, visitor) : NaiveLog.read(directory, visitor);
  }

  long append(byte[] record, boolean critical) throws Exception;

  /** Returns once the record is as safe as the level says; {@code way} chooses how to wait. */
  void await(long sequence, int level, int way) throws Exception;

  long nextSequence();

  /** Nothing below is needed any more. */
  void retainFrom(long sequence) throws Exception;

  @Override
  void close() throws IOException;
}
