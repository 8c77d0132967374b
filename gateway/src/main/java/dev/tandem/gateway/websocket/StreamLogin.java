package dev.tandem.gateway.websocket;

import dev.tandem.gateway.access.Signature;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;

/** Finds out whose session a login is, by a whole key or by a signature. */
final class StreamLogin {

  /** The first line of what a login signs. */
  private static final String PURPOSE = "STREAM LOGIN";

  private StreamLogin() {}

  static Caller caller(JsonFields fields, Callers callers)
      throws BadRequestException, RefusedException {
    long session = fields.number("session", 0, Integer.MAX_VALUE, 0);
    boolean signed = fields.has("time") || fields.has("nonce") || fields.has("signature");
    Caller named = signed ? signer(fields, session, callers) : callers.of(fields.text("key"));
    return named.in(session);
  }

  private static Caller signer(JsonFields fields, long session, Callers callers)
      throws BadRequestException, RefusedException {
    Signature signature =
        new Signature(
            fields.text("key"),
            fields.number("time", 0, Signature.LAST_TIME),
            fields.text("nonce"),
            fields.text("signature"));
    if (!Signature.isWellFormed(signature.nonce(), signature.hex())) {
      throw new BadRequestException(
          "expected a nonce of 16 to 64 of A-Z a-z 0-9 _ -, and a signature of 64 digits of base"
              + " 16");
    }
    return callers.ofLogon(signature, PURPOSE, session);
  }
}
