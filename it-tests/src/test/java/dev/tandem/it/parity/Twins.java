package dev.tandem.it.parity;

import dev.tandem.app.parity.TwinException;
import dev.tandem.app.parity.TwinExchange;
import dev.tandem.app.parity.TwinOptions;
import org.junit.jupiter.api.Assumptions;

/** Exchanges in C++ for tests. */
public final class Twins {

  private Twins() {}

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
