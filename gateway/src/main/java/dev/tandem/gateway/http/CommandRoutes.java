package dev.tandem.gateway.http;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.desk.OrderDesk;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.request.Answers;
import dev.tandem.gateway.request.CommandRequest;
import dev.tandem.gateway.request.Refusal;
import dev.tandem.gateway.request.RefusedException;
import io.netty.handler.codec.http.HttpMethod;
import java.util.List;

/** The routes that submit a command and answer with what became of it. */
public final class CommandRoutes {

  private final OrderDesk desk;

  /** The commands go to this desk. */
  public CommandRoutes(OrderDesk desk) {
    this.desk = desk;
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
        route(HttpMethod.POST, "/v1/symbols/{symbol}/uncross", CommandRequest.UNCROSS));
  }

  private Route route(HttpMethod method, String path, CommandRequest command) {
    return Route.of(method, path, command, request -> submit(command, request));
  }

  private void submit(CommandRequest command, Request request)
      throws BadRequestException, RefusedException {
    boolean taken =
        desk.submit(
            command.of(request.fields(command.fields()), request.caller(), System.nanoTime()),
            answer -> answer(answer, request));
    if (!taken) {
      request.refuse(Refusal.BUSY, "the exchange has no room now; try again");
    }
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
