package dev.tandem.core;

/**
 * The kernel has failed: a stage or a handler threw. It accepts nothing any more; what was answered
 * before stays true. The cause is the first failure.
 */
public final class ExchangeFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the first failure as its cause. */
  public ExchangeFailedException(Throwable cause) {
    super("the exchange has failed: " + cause, cause);
  }
}
