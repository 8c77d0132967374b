package dev.tandem.core.pipeline;

/** The pipeline has failed for good; the cause says why. */
public final class PoisonedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public PoisonedException(Throwable cause) {
    super("the pipeline has failed: " + cause, cause);
  }
}
