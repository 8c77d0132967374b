package dev.tandem.app.output;

/**
 * Nobody reads the output any more: the command ends where it is, quietly. An error, because code
 * that handles an exception would continue: a print writer after an {@link java.io.IOException},
 * picocli after any other.
 */
public final class ClosedPipeError extends Error {

  private static final long serialVersionUID = 1L;

  public ClosedPipeError(Throwable cause) {
    super("nobody reads the output", cause, false, false);
  }
}
