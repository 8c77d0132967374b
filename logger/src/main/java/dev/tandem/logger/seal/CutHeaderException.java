package dev.tandem.logger.seal;

/** A file ends within its header: a crash has left it so, or its writer is about to continue. */
final class CutHeaderException extends SealException {
  private static final long serialVersionUID = 1L;

  CutHeaderException(String message) {
    super(message);
  }
}
