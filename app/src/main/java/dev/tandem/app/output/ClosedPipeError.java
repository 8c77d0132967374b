package dev.tandem.app.output;

/**
 * Nobody reads the output any more: the command ends where it is, quietly. An error, for whoever
 * handles an exception would go on: a print writer with an {@link java.io.IOException}, picocli
 * with any other.
 */
public final class ClosedPipeError extends Error {

  private static final long serialVersionUID = 1L;

  public ClosedPipeError(Throwable cause) {
    super("nobody reads the output", cause, false, false);
  }
}
