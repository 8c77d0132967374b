package dev.tandem.gateway.http;

import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import java.util.List;

/** The path is one of the gateway's, the method is not one of the path's. */
final class NotAllowedException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final String allowed;

  NotAllowedException(List<String> methods) {
    super(Refusal.METHOD_NOT_ALLOWED, "only " + String.join(", ", methods) + " is allowed here");
    allowed = String.join(", ", methods);
  }

  /** The methods of the path, as the header field Allow has them. */
  String allowed() {
    return allowed;
  }
}
