package dev.tandem.gateway.http;

import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.websocket.StreamSessions;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The routes, and the host names by which this gateway may be called. */
public final class Routes {

  /** Where the streams begin. */
  public static final String STREAM = "/v1/stream";

  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

  private static final Pattern SCHEME = Pattern.compile("^https?://");

  private final List<Route> routes;
  private final Map<String, List<Found>> withoutFields = new HashMap<>();
  private final Callers callers;
  private final StreamSessions streams;
  private final boolean onlyLoopback;
  private final String publicName;
  private final ResponseHeads heads;

  /** A route that was found, with the fields in its path. */
  record Found(Route route, Map<String, String> fields) {}

  /**
   * @param onlyLoopback whether only names of this machine lead here
   * @param publicName a further name, as browsers show it; null if there is none
   * @param headers further headers by content type
   */
  public Routes(
      List<Route> routes,
      Callers callers,
      StreamSessions streams,
      boolean onlyLoopback,
      String publicName,
      Map<String, Map<String, String>> headers) {
    this.routes = List.copyOf(routes);
    for (Route route : routes) {
      if (route.path().indexOf('{') < 0) {
        withoutFields
            .computeIfAbsent(route.path(), path -> new ArrayList<>())
            .add(new Found(route, Map.of()));
      }
    }
    this.callers = callers;
    this.streams = streams;
    this.onlyLoopback = onlyLoopback;
    this.publicName = publicName;
    heads = new ResponseHeads(headers);
  }

  /** All routes, for who compares them with the document. */
  public List<Route> all() {
    return routes;
  }

  Callers callers() {
    return callers;
  }

  StreamSessions streams() {
    return streams;
  }

  boolean isStream(String path) {
    return path.equals(STREAM);
  }

  boolean isOwnHost(String host) {
    return host != null
        && (!onlyLoopback || LOOPBACK.matcher(host).matches() || host.equalsIgnoreCase(publicName));
  }

  /** Whether a page of this origin is the gateway's own, where the request names this host. */
  boolean isOwnOrigin(String origin, String host) {
    String name = SCHEME.matcher(origin).replaceFirst("");
    return name.equalsIgnoreCase(host) || name.equalsIgnoreCase(publicName);
  }

  ResponseHeads heads() {
    return heads;
  }

  /**
   * The route of a request; HEAD has that of GET.
   *
   * @param path as it was sent, well-formed and beginning with a slash: what is escaped in it
   *     separates no parts
   */
  Found find(HttpMethod asked, String path) throws RefusedException {
    HttpMethod method = asked.equals(HttpMethod.HEAD) ? HttpMethod.GET : asked;
    for (Found found : withoutFields.getOrDefault(path, List.of())) {
      if (found.route.method().equals(method)) {
        return found;
      }
    }
    String[] parts = path.substring(1).split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].indexOf('%') >= 0) {
        parts[i] = new QueryStringDecoder("/" + parts[i]).path().substring(1);
      }
    }
    List<String> others = new ArrayList<>();
    for (Route route : routes) {
      Map<String, String> fields = route.match(parts);
      if (fields != null) {
        if (route.method().equals(method)) {
          return new Found(route, fields);
        }
        others.add(route.method().name());
      }
    }
    if (others.isEmpty()) {
      throw new RefusedException(Refusal.NOT_FOUND, "nothing is here");
    }
    if (others.contains(HttpMethod.GET.name())) {
      others.add(HttpMethod.HEAD.name());
    }
    throw new NotAllowedException(others);
  }
}
