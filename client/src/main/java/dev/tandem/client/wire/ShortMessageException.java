package dev.tandem.client.wire;

/** The block of a message is too short for the fields of any version. */
public final class ShortMessageException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  ShortMessageException(String message) {
    super(message);
  }
}
