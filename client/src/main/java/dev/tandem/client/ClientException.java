package dev.tandem.client;

import dev.tandem.client.wire.Code;
import java.io.IOException;

/** The gateway has ended the session. */
public final class ClientException extends IOException {

  private static final long serialVersionUID = 1L;

  private final Code code;

  ClientException(Code code) {
    super("the gateway has ended the session: " + code);
    this.code = code;
  }

  /** Why. */
  public Code code() {
    return code;
  }

  /** Whether it is of no use to connect again. */
  boolean isForGood() {
    return switch (code) {
      case UNAUTHORIZED, FORBIDDEN, BAD_REQUEST, REPLACED -> true;
      default -> false;
    };
  }
}
