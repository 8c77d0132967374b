package dev.tandem.gateway.http;

import dev.tandem.gateway.command.CommandRequest;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import io.netty.handler.codec.http.HttpMethod;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A method and a path, whose parts in braces are fields.
 *
 * @param fields the names of all fields that it may have, those of the path too
 * @param command the command that it submits; null if it is another question
 */
public record Route(
    HttpMethod method,
    String path,
    List<String> parts,
    Set<String> fields,
    CommandRequest command,
    Handler handler) {

  /** Handles a request. */
  @FunctionalInterface
  interface Handler {
    void handle(Request request) throws BadRequestException, RefusedException;
  }

  /** A question whose path has all of its fields. */
  static Route of(HttpMethod method, String path, Handler handler) {
    return of(method, path, Set.of(), handler);
  }

  /**
   * A question.
   *
   * @param query fields that are not in its path
   */
  static Route of(HttpMethod method, String path, Set<String> query, Handler handler) {
    List<String> parts = parts(path);
    Set<String> fields = new TreeSet<>(query);
    for (String part : parts) {
      if (isField(part)) {
        fields.add(name(part));
      }
    }
    return new Route(method, path, parts, Collections.unmodifiableSet(fields), null, handler);
  }

  /** A command. */
  static Route of(HttpMethod method, String path, CommandRequest command, Handler handler) {
    return new Route(method, path, parts(path), command.fields(), command, handler);
  }

  private static List<String> parts(String path) {
    return List.of(path.substring(1).split("/", -1));
  }

  private static boolean isField(String part) {
    return part.startsWith("{");
  }

  private static String name(String part) {
    return part.substring(1, part.length() - 1);
  }

  /** The fields in a path; null if it is another route's. */
  Map<String, String> match(String[] asked) {
    if (asked.length != parts.size()) {
      return null;
    }
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < asked.length; i++) {
      String part = parts.get(i);
      if (isField(part)) {
        fields.put(name(part), asked[i]);
      } else if (!part.equals(asked[i])) {
        return null;
      }
    }
    return fields;
  }
}
