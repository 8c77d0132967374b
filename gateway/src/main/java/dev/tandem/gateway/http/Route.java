package dev.tandem.gateway.http;

import dev.tandem.gateway.command.CommandRequest;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import io.netty.handler.codec.http.HttpMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A method and a path, whose parts in braces are fields.
 *
 * @param command the command that it submits; null if it is a question
 */
public record Route(
    HttpMethod method, String path, List<String> parts, CommandRequest command, Handler handler) {

  /** Deals with a request. */
  @FunctionalInterface
  interface Handler {
    void handle(Request request) throws BadRequestException, RefusedException;
  }

  static Route of(HttpMethod method, String path, CommandRequest command, Handler handler) {
    return new Route(method, path, List.of(path.substring(1).split("/", -1)), command, handler);
  }

  /** The fields in a path; null if it is another route's. */
  Map<String, String> match(String[] asked) {
    if (asked.length != parts.size()) {
      return null;
    }
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < asked.length; i++) {
      String part = parts.get(i);
      if (part.startsWith("{")) {
        fields.put(part.substring(1, part.length() - 1), asked[i]);
      } else if (!part.equals(asked[i])) {
        return null;
      }
    }
    return fields;
  }
}
