package dev.tandem.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.MassCancelled;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.CommandRequest;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import dev.tandem.gateway.orderentry.KillSwitch;
import dev.tandem.gateway.orderentry.OrderEntry;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;

/** The routes that submit a command and answer with what became of it. */
public final class CommandRoutes {

  private final OrderEntry entry;
  private final KillSwitch killSwitch;
  private final Listings listings;

  /** The commands go in here, with names and decimals of what is listed. */
  public CommandRoutes(OrderEntry entry, KillSwitch killSwitch, Listings listings) {
    this.entry = entry;
    this.killSwitch = killSwitch;
    this.listings = listings;
  }

  /** The routes that change the exchange. */
  public List<Route> routes() {
    return List.of(
        route(HttpMethod.POST, "/v1/orders", CommandRequest.PLACE),
        route(HttpMethod.DELETE, "/v1/symbols/{symbol}/orders/{order}", CommandRequest.CANCEL),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/orders/{order}/reduce", CommandRequest.REDUCE),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/orders/{order}/move", CommandRequest.MOVE),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/orders/{order}/amend", CommandRequest.AMEND),
        route(HttpMethod.POST, "/v1/users", CommandRequest.ADD_USER),
        route(HttpMethod.POST, "/v1/users/{user}/suspend", CommandRequest.SUSPEND_USER),
        route(HttpMethod.POST, "/v1/users/{user}/resume", CommandRequest.RESUME_USER),
        route(
            HttpMethod.POST,
            "/v1/users/{user}/self-trade-group",
            CommandRequest.SET_SELF_TRADE_GROUP),
        route(HttpMethod.POST, "/v1/users/{user}/deposits", CommandRequest.DEPOSIT),
        route(HttpMethod.POST, "/v1/users/{user}/transfers", CommandRequest.TRANSFER),
        route(HttpMethod.POST, "/v1/symbols", CommandRequest.ADD_SYMBOL),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/limits", CommandRequest.UPDATE_SYMBOL),
        route(HttpMethod.POST, "/v1/currencies", CommandRequest.ADD_CURRENCY),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/state", CommandRequest.SET_STATE),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/auction", CommandRequest.START_AUCTION),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/uncross", CommandRequest.UNCROSS),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/end-session", CommandRequest.END_SESSION),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/tick", CommandRequest.TICK),
        route(HttpMethod.POST, "/v1/orders/cancel", CommandRequest.MASS_CANCEL),
        route(HttpMethod.POST, "/v1/symbols/{symbol}/cancel", CommandRequest.MASS_CANCEL_SYMBOL),
        Route.of(HttpMethod.POST, "/v1/users/{user}/kill", this::kill),
        Route.of(HttpMethod.DELETE, "/v1/users/{user}/orders", this::cancelAll));
  }

  private Route route(HttpMethod method, String path, CommandRequest command) {
    return Route.of(method, path, command, request -> submit(command, request));
  }

  private void submit(CommandRequest command, Request request)
      throws BadRequestException, RefusedException {
    JsonFields fields = request.fields();
    IntFunction<Units> units = listings.unitsOf(fields);
    entry.submit(
        command.of(fields, request.caller(), listings),
        new OrderEntry.Sender() {
          @Override
          public void answered(Command answer) {
            CommandRoutes.answer(answer, units, request);
          }

          @Override
          public void refused(Refusal refusal, Command answer) {
            request.refuse(refusal, OrderEntry.why(refusal));
          }

          @Override
          public void failed(Throwable thrown) {
            request.fault();
          }
        });
  }

  private void kill(Request request) throws BadRequestException, RefusedException {
    long user = user(request, Role.ADMIN);
    killSwitch
        .kill(user, result -> cancelled(request, user, result), thrown -> request.fault())
        .orRefuse();
  }

  private void cancelAll(Request request) throws BadRequestException, RefusedException {
    long user = user(request, Role.TRADE);
    killSwitch.cancelAll(
        user, result -> cancelled(request, user, result), thrown -> request.fault());
  }

  /**
   * Of a request that cancels all orders of a user. It counts as a command of its key and session,
   * not of the user: who sends too much can be stopped all the same.
   */
  private static long user(Request request, Role role)
      throws BadRequestException, RefusedException {
    long user = request.fields().number("user", Long.MIN_VALUE, Long.MAX_VALUE);
    request.caller().require(role, user);
    request.caller().admit(role, System.nanoTime());
    return user;
  }

  private static void cancelled(Request request, long user, MassCancelled result) {
    if (result.isAll()) {
      request.answer(200, to -> writeCancelled(to, ResultCode.OK.name(), user, result));
      return;
    }
    boolean isRefused = result.refused() != null;
    int status = isRefused ? Answers.status(result.refused()) : Refusal.UNAVAILABLE.status();
    String code = isRefused ? result.refused().name() : Refusal.UNAVAILABLE.name();
    request.problem(
        status,
        code,
        isRefused ? null : "the exchange has stopped",
        to -> {
          writeCancelled(to, code, user, result);
          to.writeNumberField("left", result.left());
        });
  }

  private static void writeCancelled(JsonGenerator to, String code, long user, MassCancelled result)
      throws IOException {
    to.writeStringField("code", code);
    to.writeNumberField("user", user);
    to.writeNumberField("cancelled", result.cancelled());
  }

  private static void answer(Command answer, IntFunction<Units> units, Request request) {
    int status = Answers.status(answer);
    if (status == 200) {
      request.answer(status, to -> Answers.write(answer, units, to));
    } else {
      String code = ResultCode.of(answer.result).name();
      request.problem(status, code, null, to -> Answers.write(answer, units, to));
    }
  }
}
