package dev.tandem.gateway.http;

import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One request that is being handled. It is answered once. On the event loop. */
final class Request {

  private final HttpConnection connection;
  private final Set<String> known;
  private final Map<String, String> path;
  private final Map<String, List<String>> query;
  private final ByteBuf body;
  private final Caller caller;

  /**
   * A request.
   *
   * @param known the names that its fields may have
   */
  Request(
      HttpConnection connection,
      Set<String> known,
      Map<String, String> path,
      Map<String, List<String>> query,
      ByteBuf body,
      Caller caller) {
    this.connection = connection;
    this.known = known;
    this.path = path;
    this.query = query;
    this.body = body;
    this.caller = caller;
  }

  /** The caller that sent it. */
  Caller caller() throws RefusedException {
    if (caller == null) {
      throw new RefusedException(
          Refusal.UNAUTHORIZED, "send a key: Authorization: Bearer <name>.<secret>");
    }
    return caller;
  }

  /** Whether the caller does everything for all users. */
  boolean isOfAdmin() {
    return caller != null && caller.key().may(Role.ADMIN) && caller.key().users().isEmpty();
  }

  /** The fields of the body, the path and the query together; each may stand in one place. */
  JsonFields fields() throws BadRequestException {
    JsonFields fields = body.isReadable() ? JsonFields.read(body, known) : JsonFields.none();
    if (query.isEmpty() && path.isEmpty()) {
      // Those of a body are known.
      return fields;
    }
    for (Map.Entry<String, List<String>> field : query.entrySet()) {
      if (field.getValue().size() != 1) {
        throw new BadRequestException("a query field comes more than once");
      }
      fields.with(field.getKey(), field.getValue().get(0));
    }
    for (Map.Entry<String, String> field : path.entrySet()) {
      fields.with(field.getKey(), field.getValue());
    }
    return fields.only(known);
  }

  /** Answers with an object. */
  void answer(int status, JsonText.Writer fields) {
    connection.respond(status, "application/json", JsonText.object(ResponseEncoder.ROOM, fields));
  }

  /** The answer of an object, to be made on any thread and given by {@link #answer(Written)}. */
  static Written written(JsonText.Writer fields) {
    return new Written(JsonText.object(ResponseEncoder.ROOM, fields));
  }

  /** An object as it goes out; whoever does not give it to a request releases it. */
  record Written(ByteBuf bytes) {}

  /** Answers with an object that is made already. */
  void answer(Written object) {
    connection.respond(200, "application/json", object.bytes());
  }

  /** Answers with a problem and further fields. */
  void problem(int status, String code, String detail, JsonText.Writer further) {
    connection.respond(
        status,
        Problem.TYPE,
        JsonText.object(
            ResponseEncoder.ROOM,
            to -> {
              Problem.write(to, status, code, detail);
              further.write(to);
            }));
  }

  /** Answers with a refusal of the gateway. */
  void refuse(Refusal refusal, String detail) {
    connection.refuse(refusal, detail);
  }

  /** Answers with bytes. */
  void answer(String contentType, ByteBuf bytes) {
    connection.respond(200, contentType, bytes);
  }

  /** Answers within this call, in place of a deferred answer. */
  void now(Runnable task) {
    connection.run(task);
  }

  /** A fault, which is logged, has left it without an answer; from any thread. */
  void fault() {
    connection.fault();
  }

  /** Continues on the event loop, from another thread; what is thrown there is a fault. */
  void later(Runnable task) {
    connection.execute(task);
  }
}
