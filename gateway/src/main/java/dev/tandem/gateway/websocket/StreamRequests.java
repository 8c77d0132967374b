package dev.tandem.gateway.websocket;

import dev.tandem.core.command.Command;
import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.CommandRequest;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.orderentry.OrderEntry;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;

/** Carries out the requests of one stream, and answers them. On the event loop. */
final class StreamRequests {

  private final StreamSession session;
  private final Subscriptions subscriptions;
  private final StreamSessions sessions;

  StreamRequests(StreamSession session, Subscriptions subscriptions, StreamSessions sessions) {
    this.session = session;
    this.subscriptions = subscriptions;
    this.sessions = sessions;
  }

  /** Performs one message. */
  void perform(ByteBuf json) {
    String id = null;
    try {
      JsonFields fields = JsonFields.read(json, StreamFields.FIELDS);
      id = fields.textOrNull("id");
      if (id != null && id.length() > 64) {
        id = null;
        throw new BadRequestException("id is longer than 64 characters");
      }
      perform(fields, id);
    } catch (BadRequestException e) {
      refuse(id, Refusal.BAD_REQUEST, e.getMessage());
    } catch (RefusedException e) {
      refuse(id, e.refusal(), e.getMessage());
    } catch (RuntimeException e) {
      Faults.log("a message of a stream cannot be performed", e);
      refuse(id, Refusal.INTERNAL_ERROR, "a fault of the gateway, which has logged it");
    }
  }

  private void perform(JsonFields fields, String id) throws BadRequestException, RefusedException {
    String op = fields.text("op");
    Caller caller = session.caller();
    if (caller == null && !op.equals("login")) {
      throw new RefusedException(Refusal.UNAUTHORIZED, "the first message must be a login");
    }
    switch (op) {
      case "login" -> login(fields.only(StreamFields.LOGIN), id);
      case "subscribe" -> {
        subscriptions.subscribe(
            fields.only(StreamFields.SUBSCRIBE),
            caller,
            session.gate(),
            resumed -> reply(id, Resumed.channel(sessions.run, resumed)),
            (refusal, why) -> refuse(id, refusal, why));
      }
      case "unsubscribe" -> {
        subscriptions.unsubscribe(fields.only(StreamFields.UNSUBSCRIBE));
        done(id);
      }
      case "executions" -> {
        long user = user(fields.only(StreamFields.EXECUTIONS));
        String run = fields.textOrNull("run");
        long from = run == null ? 0 : fields.number("from", 0, Long.MAX_VALUE);
        subscriptions.executions(
            user,
            caller,
            run,
            from,
            sessions.desk.listings().isInDecimals(fields),
            (seq, missed) -> reply(id, Resumed.reports(sessions.run, seq, missed)));
      }
      case "orders" -> {
        long user = user(fields.only(StreamFields.ORDERS));
        caller.require(Role.READ, user);
        caller.asks(System.nanoTime());
        orders(user, fields, id);
      }
      case "stats" -> {
        fields.only(StreamFields.BARE);
        session.wantStats();
        done(id);
      }
      case "ping" -> {
        fields.only(StreamFields.BARE);
        done(id);
      }
      default -> command(op, fields, id);
    }
  }

  private void login(JsonFields fields, String id) throws BadRequestException, RefusedException {
    if (session.caller() != null) {
      throw new BadRequestException("this session has a login already");
    }
    Caller found = StreamLogin.caller(fields, sessions.callers);
    if (!sessions.callers.connections().hasRoom(found.key())) {
      throw new RefusedException(
          Refusal.TOO_MANY_CONNECTIONS, "the key has as many connections as it may have");
    }
    session.loggedOn(found);
    done(id);
  }

  private void command(String op, JsonFields fields, String id)
      throws BadRequestException, RefusedException {
    CommandRequest request;
    try {
      request = CommandRequest.valueOf(op.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new BadRequestException("unknown op");
    }
    Set<String> known = new HashSet<>(request.fields());
    known.addAll(StreamFields.BARE);
    fields.only(known);
    Listings listings = sessions.desk.listings();
    IntFunction<Units> units = listings.unitsOf(fields);
    sessions.entry.submit(request.of(fields, session.caller(), listings), new Sent(id, units));
    session.sent();
  }

  /** A command in flight. */
  private final class Sent implements OrderEntry.Sender {
    private final String id;
    private final IntFunction<Units> units;

    Sent(String id, IntFunction<Units> units) {
      this.id = id;
      this.units = units;
    }

    @Override
    public void answered(Command answer) {
      if (!session.hasEnded()) {
        reply(
            id,
            to -> {
              to.writeStringField("t", "answer");
              Answers.write(answer, units, to);
            });
      }
      session.answered();
    }

    @Override
    public void refused(Refusal refusal, Command answer) {
      if (!session.hasEnded()) {
        refuse(id, refusal, OrderEntry.why(refusal));
      }
      session.answered();
    }

    @Override
    public void failed(Throwable thrown) {
      session.failed(thrown);
    }
  }

  private static long user(JsonFields fields) throws BadRequestException {
    return fields.number("user", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Live orders of a user as they are just now, between two reports. */
  private void orders(long user, JsonFields fields, String id)
      throws BadRequestException, RefusedException {
    JsonText.Writer page = LiveOrders.page(sessions.desk, user, fields);
    long seq = subscriptions.reported(user);
    reply(
        id,
        to -> {
          to.writeStringField("t", "orders");
          to.writeNumberField("user", user);
          if (seq >= 0) {
            to.writeNumberField("seq", seq);
          }
          page.write(to);
        });
  }

  private void done(String id) {
    reply(id, to -> to.writeStringField("t", "done"));
  }

  private void refuse(String id, Refusal refusal, String detail) {
    sessions.counts.refused(refusal.name().toLowerCase(Locale.ROOT));
    reply(
        id,
        to -> {
          to.writeStringField("t", "error");
          to.writeStringField("code", refusal.name());
          to.writeStringField("detail", detail);
        });
    if (session.caller() == null) {
      boolean isFull = refusal == Refusal.TOO_MANY_CONNECTIONS;
      session.end(
          WebSocketCloseStatus.POLICY_VIOLATION.code(), isFull ? "connections" : "no_login");
    }
  }

  private void reply(String id, JsonText.Writer fields) {
    session.send(
        JsonText.object(
            to -> {
              fields.write(to);
              if (id != null) {
                to.writeStringField("id", id);
              }
            }));
  }
}
