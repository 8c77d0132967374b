package dev.tandem.jmh.wal;

import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * A log as the comparison sees it. A record is durable when it would survive a power cut: its bytes
 * were forced to the device, not just handed to the operating system.
 */
interface DurableLog extends AutoCloseable {

  /** A handle for one thread. */
  Producer producer();

  /** Every record with a ticket up to this one is durable; -1 while none is. Any thread. */
  long synced();

  /** How many of the newest records a reader finds in the log when it is closed, at least. */
  default long kept() {
    return Long.MAX_VALUE;
  }

  /** Waits for what was appended, and lets go of threads and files. */
  @Override
  void close() throws IOException;

  /** Appends for one thread. */
  interface Producer {

    /**
     * Copies the record into the log, and waits only where the log is full.
     *
     * @return its ticket; tickets of one producer rise
     */
    long append(byte[] record) throws Exception;

    /** Returns when the record with this ticket is durable. */
    void awaitSynced(long ticket) throws Exception;

    /** Appends, and returns when the record is durable. */
    default void appendSynced(byte[] record) throws Exception {
      awaitSynced(append(record));
    }
  }

  /** Opens a closed log and reads all of its records from the beginning. */
  interface Reader extends AutoCloseable {

    /**
     * Reads and checks every record.
     *
     * @return how many there were, and a sum over their first eight bytes, so that nothing is
     *     optimized away
     */
    default Tally readAll() throws Exception {
      long[] tally = new long[2];
      readAll(
          number -> {
            tally[0]++;
            tally[1] += number;
          });
      return new Tally(tally[0], tally[1]);
    }

    /** Reads and checks every record, in their order, and passes on the number of each. */
    void readAll(LongConsumer numbers) throws Exception;

    @Override
    default void close() throws IOException {}
  }

  /** What a reader saw. */
  record Tally(long records, long sum) {}
}
