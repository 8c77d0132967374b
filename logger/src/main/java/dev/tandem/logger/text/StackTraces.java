package dev.tandem.logger.text;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Throwables as text. */
public final class StackTraces {
  private StackTraces() {}

  /**
   * The stack trace as the platform prints it; its last line end is left out. If that fails, as it
   * does where a message fails, the trace is put together here, and the failure stands in place of
   * what fails.
   */
  public static String text(Throwable thrown) {
    StringWriter text = new StringWriter(1024);
    try (PrintWriter out = new PrintWriter(text)) {
      thrown.printStackTrace(out);
    } catch (Throwable e) {
      return withoutWhatFails(thrown);
    }
    return text.toString().stripTrailing();
  }

  private static String withoutWhatFails(Throwable thrown) {
    StringBuilder out = new StringBuilder(1024);
    try {
      append(out, "", "", thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
    } catch (Throwable e) {
      out.append(" [its stack trace failed: ").append(e.getClass().getName()).append(']');
    }
    return out.toString();
  }

  private static void append(
      StringBuilder out, String indent, String caption, Throwable thrown, Set<Throwable> seen) {
    out.append(indent).append(caption).append(header(thrown));
    if (!seen.add(thrown)) {
      out.append(" [as above]");
      return;
    }
    for (StackTraceElement frame : thrown.getStackTrace()) {
      out.append('\n').append(indent).append("\tat ").append(frame);
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      out.append('\n');
      append(out, indent + "\t", "Suppressed: ", suppressed, seen);
    }
    Throwable cause = thrown.getCause();
    if (cause != null) {
      out.append('\n');
      append(out, indent, "Caused by: ", cause, seen);
    }
  }

  private static String header(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (Throwable e) {
      return thrown.getClass().getName() + " [its message failed: " + e.getClass().getName() + "]";
    }
  }
}
