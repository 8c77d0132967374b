package dev.tandem.gateway.http;

import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Iterator;

/** Whether the requests of one connection are meant for this gateway, and by no other site. */
final class RequestChecks {

  private final Routes routes;
  private String lastHost;

  RequestChecks(Routes routes) {
    this.routes = routes;
  }

  /**
   * Looks at a request before anything else.
   *
   * @throws BadRequestException if it names two hosts or keys, or no host
   */
  void check(FullHttpRequest request, Target target) throws RefusedException, BadRequestException {
    checkOnce(request.headers(), HttpHeaderNames.HOST, "Host");
    checkOnce(request.headers(), HttpHeaderNames.AUTHORIZATION, "Authorization");
    checkOrigin(request, target);
  }

  /** Who looks at another of several hosts or keys than we do would be led astray. */
  private static void checkOnce(HttpHeaders headers, CharSequence field, String name)
      throws BadRequestException {
    Iterator<String> values = headers.valueStringIterator(field);
    if (values.hasNext()) {
      values.next();
      if (values.hasNext()) {
        throw new BadRequestException("more than one " + name);
      }
    }
  }

  /**
   * A page of another site must not act through a browser on this machine: neither under its own
   * name that leads here, nor as what the browser says it is.
   */
  private void checkOrigin(FullHttpRequest request, Target target)
      throws RefusedException, BadRequestException {
    HttpHeaders headers = request.headers();
    String host = headers.get(HttpHeaderNames.HOST);
    if (host == null && request.protocolVersion().minorVersion() > 0) {
      throw new BadRequestException("no Host");
    }
    if (target.host() != null) {
      host = target.host();
    }
    if (host == null || !host.equals(lastHost)) {
      if (!routes.isOwnHost(host)) {
        throw new RefusedException(Refusal.MISDIRECTED, "this gateway has another name");
      }
      lastHost = host;
    }
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (origin != null && !routes.isOwnOrigin(origin, host)) {
      throw new RefusedException(Refusal.FORBIDDEN, "not from a page of another site");
    }
  }
}
