package dev.tandem.logger;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Throwables as text. */
public final class StackTraces {
  private StackTraces() {}

  /**
   * The stack trace as the platform prints it; its last line end is left out. One that fails,
   * however it does, is told in its place.
   */
  public static String text(Throwable thrown) {
    StringWriter text = new StringWriter(1024);
    try (PrintWriter out = new PrintWriter(text)) {
      thrown.printStackTrace(out);
    } catch (Throwable e) {
      return thrown.getClass().getName()
          + " [its stack trace failed: "
          + e.getClass().getName()
          + "]";
    }
    return text.toString().stripTrailing();
  }
}
