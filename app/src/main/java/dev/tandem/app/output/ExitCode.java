package dev.tandem.app.output;

/** The exit codes of the process. */
public final class ExitCode {

  /** Nothing failed, and nothing was found that is wrong. */
  public static final int OK = 0;

  /** The replay ran, but what came of it is not what it must be. */
  public static final int MISMATCH = 1;

  /** The command line or an input is wrong, or an output cannot be written. */
  public static final int BAD_INPUT = 2;

  /** The kernel, or the program, failed. */
  public static final int FAILED = 3;

  /** Nobody reads the output any more: what a shell says of a program that SIGPIPE ended. */
  public static final int CLOSED_PIPE = 141;

  private ExitCode() {}
}
