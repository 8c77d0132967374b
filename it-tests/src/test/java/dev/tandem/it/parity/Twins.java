package dev.tandem.it.parity;

import dev.tandem.app.parity.TwinException;
import dev.tandem.app.parity.TwinExchange;
import dev.tandem.app.parity.TwinOptions;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.statemachine.Query;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Assumptions;

/** Exchanges in C++ for tests. */
public final class Twins {

  private static final int ORDINARY_SEEDS = 10;

  private Twins() {}

  /** Flows that a test compares: {@code tandem.parity.seeds}, 10 in an ordinary build. */
  static int seeds() {
    return Integer.getInteger("tandem.parity.seeds", ORDINARY_SEEDS);
  }

  /** Whether all of something is compared, not a sample. */
  static boolean isFull() {
    return seeds() > ORDINARY_SEEDS;
  }

  /**
   * As the log keeps it, but for a question: to C++ it is a NOP, and one without any is refused.
   */
  static int encode(Command c, MemorySegment bytes) {
    int length = CommandCodec.encode(c, bytes);
    if (c.type == CommandType.QUERY) {
      boolean asks = c.payload instanceof Query;
      bytes.set(ValueLayout.JAVA_BYTE, 0, asks ? CommandType.NOP : CommandType.QUERY);
    }
    return length;
  }

  /**
   * A fused one whose records are kept. Where there is no native library the test is skipped, and
   * says so; on a build server it must be there.
   *
   * @param risk whether there are users, balances and holds
   */
  static TwinExchange open(boolean risk) {
    try {
      return new TwinExchange(TwinOptions.of(risk, 1, 1).keepingRecords());
    } catch (TwinException e) {
      if ("true".equals(System.getenv("CI"))) {
        throw e;
      }
      System.out.println("SKIPPED: " + e.getMessage());
      return Assumptions.abort(e.getMessage());
    }
  }

  /** Skips the test, as {@link #open}, where there is no native library. */
  public static void require() {
    open(true).close();
  }
}
