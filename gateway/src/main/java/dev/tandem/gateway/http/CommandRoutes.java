package dev.tandem.gateway.http;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.CommandRequest;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.orderentry.KillSwitch;
import dev.tandem.gateway.orderentry.OrderEntry;
import io.netty.handler.codec.http.HttpMethod;
import java.util.List;

/** The routes that submit a command and answer with what became of it. */
public final class CommandRoutes {

  private final OrderEntry entry;
  private final KillSwitch killSwitch;

  /** The commands go in here. */
  public CommandRoutes(OrderEntry entry, KillSwitch killSwitch) {
    this.entry = entry;
    this.killSwitch = killSwitch;
  }

  /** All of them. */
  public List<Route> routes() {
    return List.of(
        route(HttpMethod.POST, "/v1/orders", CommandRequest.PLACE),
        route(HttpMethod.DELETE, "/v1/symbols/{symbol}/orders/{order}", CommandRequest.CANCEL),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/orders/{order}/reduce", CommandRequest.REDUCE),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/orders/{order}/move", CommandRequest.MOVE),
        route(HttpMethod.POST, "/v1/users", CommandRequest.ADD_USER),
        route(HttpMethod.POST, "/v1/users/{user}/suspend", CommandRequest.SUSPEND_USER),
        route(HttpMethod.POST, "/v1/users/{user}/resume", CommandRequest.RESUME_USER),
        route(HttpMethod.POST, "/v1/users/{user}/deposits", CommandRequest.DEPOSIT),
        route(HttpMethod.POST, "/v1/symbols", CommandRequest.ADD_SYMBOL),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/auction", CommandRequest.START_AUCTION),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/uncross", CommandRequest.UNCROSS),
        Route.of(HttpMethod.POST, "/v1/users/{user}/kill", this::kill),
        Route.of(HttpMethod.DELETE, "/v1/users/{user}/orders", this::cancelAll));
  }

  private Route route(HttpMethod method, String path, CommandRequest command) {
    return Route.of(method, path, command, request -> submit(command, request));
  }

  private void submit(CommandRequest command, Request request)
      throws BadRequestException, RefusedException {
    boolean taken =
        entry.submit(
            command.of(request.fields(), request.caller(), System.nanoTime()),
            answer -> answer(answer, request),
            (refusal, answer) -> request.refuse(refusal, OrderEntry.why(refusal)));
    if (!taken) {
      request.refuse(Refusal.BUSY, "the exchange has no room now; try again");
    }
  }

  private void kill(Request request) throws BadRequestException, RefusedException {
    long user = user(request, Role.ADMIN);
    if (!killSwitch.kill(user, (code, cancelled) -> cancelled(request, user, code, cancelled))) {
      request.refuse(Refusal.BUSY, "the exchange has no room now; try again");
    }
  }

  private void cancelAll(Request request) throws BadRequestException, RefusedException {
    long user = user(request, Role.TRADE);
    killSwitch.cancelAll(user, (code, cancelled) -> cancelled(request, user, code, cancelled));
  }

  private static long user(Request request, Role role)
      throws BadRequestException, RefusedException {
    long user = request.fields().number("user", Long.MIN_VALUE, Long.MAX_VALUE);
    request.caller().require(role, user);
    return user;
  }

  private static void cancelled(Request request, long user, ResultCode refused, int cancelled) {
    if (refused != null) {
      request.problem(
          Answers.status(refused),
          refused.name(),
          null,
          to -> to.writeStringField("code", refused.name()));
      return;
    }
    request.answer(
        200,
        to -> {
          to.writeStringField("code", ResultCode.OK.name());
          to.writeNumberField("user", user);
          to.writeNumberField("cancelled", cancelled);
        });
  }

  private static void answer(Command answer, Request request) {
    int status = Answers.status(answer);
    if (status == 200) {
      request.answer(status, to -> Answers.write(answer, to));
    } else {
      String code = ResultCode.of(answer.result).name();
      request.problem(status, code, null, to -> Answers.write(answer, to));
    }
  }
}
