package dev.tandem.gateway.http;

import dev.tandem.gateway.access.Signature;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;

/** Who sends the requests of one connection, by the key or the signature that each shows. */
final class Credentials {

  private static final String BEARER = "Bearer ";
  private static final String SIGNED = Signature.SCHEME + " ";

  private final Callers callers;
  private final Runnable loggedOn;
  private String lastBearer;
  private Caller lastCaller;
  private boolean hasShownKey;

  /**
   * @param loggedOn called when the connection has first shown a key
   */
  Credentials(Callers callers, Runnable loggedOn) {
    this.callers = callers;
    this.loggedOn = loggedOn;
  }

  /**
   * Who sends a request; null if it shows no key.
   *
   * @throws RefusedException if the key or signature is not valid
   */
  Caller caller(FullHttpRequest request, Target target)
      throws RefusedException, BadRequestException {
    Caller caller = identified(request, target);
    if (caller != null && !hasShownKey) {
      hasShownKey = true;
      loggedOn.run();
    }
    return caller;
  }

  private Caller identified(FullHttpRequest request, Target target)
      throws RefusedException, BadRequestException {
    String authorization = request.headers().get(HttpHeaderNames.AUTHORIZATION);
    if (authorization == null) {
      return null;
    }
    if (authorization.equals(lastBearer)) {
      return lastCaller;
    }
    if (authorization.regionMatches(true, 0, SIGNED, 0, SIGNED.length())) {
      return signed(request, target, authorization.substring(SIGNED.length()));
    }
    if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      throw new RefusedException(
          Refusal.UNAUTHORIZED, "only Bearer and " + SIGNED + "are known here");
    }
    lastCaller = callers.of(authorization.substring(BEARER.length()).strip());
    lastBearer = authorization;
    return lastCaller;
  }

  private Caller signed(FullHttpRequest request, Target target, String parameters)
      throws RefusedException, BadRequestException {
    Signature signature;
    try {
      signature = Signature.parse(parameters);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(e.getMessage());
    }
    return callers.of(
        signature, request.method().name(), target.path(), request.content().nioBuffer());
  }
}
