package dev.tandem.gateway.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import java.io.IOException;
import java.util.function.IntFunction;

/** The kernel's answers, as clients see them: without the other side of a trade. */
public final class Answers {

  private Answers() {}

  /**
   * The status of HTTP for an answer; that to a command that was sent before is the first one's.
   */
  public static int status(Command answer) {
    ResultCode code = ResultCode.of(answer.result);
    if (code == ResultCode.DUPLICATE_COMMAND && isRepeated(answer)) {
      return 200;
    }
    return status(code);
  }

  /** The status of HTTP for a result code. */
  public static int status(ResultCode code) {
    return switch (code) {
      case OK -> 200;
      case UNKNOWN_USER, UNKNOWN_PAYEE, UNKNOWN_SYMBOL, UNKNOWN_ORDER, UNKNOWN_LINKED_ORDER -> 404;
      case DUPLICATE_COMMAND,
          CLIENT_SEQUENCE_REUSED,
          STALE_COMMAND,
          USER_EXISTS,
          USER_SUSPENDED,
          USER_NOT_SUSPENDED,
          SYMBOL_EXISTS,
          CURRENCY_EXISTS,
          NAME_IN_USE,
          SYMBOL_FIELD_FIXED,
          DUPLICATE_TRANSACTION,
          STALE_TRANSACTION,
          DUPLICATE_ORDER_ID,
          NOT_IN_CONTINUOUS_TRADING,
          NOT_IN_AUCTION,
          ALREADY_IN_STATE,
          NOT_ALLOWED_IN_STATE,
          WOULD_TAKE,
          INVALID_LINKED_ORDER,
          ORDER_IS_LINKED,
          BOOK_CROSSED ->
          409;
      case LOG_FULL -> 503;
      default -> 422;
    };
  }

  /** Whether the command was accepted when it was sent first, and this is the second time. */
  public static boolean isRepeated(Command answer) {
    return answer.result == ResultCode.DUPLICATE_COMMAND.code()
        && answer.firstResult == ResultCode.OK_CODE;
  }

  /**
   * Writes the fields of an answer.
   *
   * @param unitsOf how those of a symbol are written
   */
  public static void write(Command answer, IntFunction<Units> unitsOf, JsonGenerator to)
      throws IOException {
    Units units = unitsOf.apply(answer.symbol);
    to.writeStringField("code", ResultCode.of(answer.result).name());
    if (answer.firstResult != ResultCode.PENDING_CODE) {
      to.writeStringField("first", ResultCode.of(answer.firstResult).name());
    }
    if (answer.clientKey != 0) {
      to.writeNumberField("sequence", answer.clientSequence);
    }
    to.writeNumberField("event", answer.eventNumber);
    to.writeNumberField("time", answer.timestampNs);
    if (answer.orderId != 0 && !CommandType.isAdministrative(answer.type)) {
      units.symbol(answer.symbol, to);
      to.writeNumberField("order", answer.orderId);
    }
    if (answer.result != ResultCode.OK_CODE) {
      return;
    }
    if (answer.orderPrice != 0) {
      units.price("price", answer.orderPrice, to);
      units.quantity("filled", answer.filledQuantity, to);
      units.quantity("open", answer.openQuantity, to);
      long prevented = answer.preventedQuantity();
      units.quantity("released", answer.releasedQuantity + prevented, to);
      if (prevented != 0) {
        units.quantity("prevented", prevented, to);
      }
    }
    if (CommandType.worksInParts(answer.type)) {
      to.writeNumberField("left", answer.openQuantity);
    }
    if (answer.asleep) {
      to.writeBooleanField("asleep", true);
    }
    writeTrades(answer, units, to);
  }

  /** Writes the fields of an outcome that is no trade, as those of an answer. */
  public static void writeChange(Command answer, int outcome, JsonGenerator to) throws IOException {
    Outcomes outcomes = answer.outcomes;
    to.writeStringField("code", ResultCode.OK.name());
    to.writeNumberField("event", answer.eventOf(outcome));
    to.writeNumberField("time", answer.timestampNs);
    to.writeNumberField("symbol", outcomes.symbol(outcome));
    to.writeNumberField("order", outcomes.orderId(outcome));
    to.writeNumberField("price", outcomes.price(outcome));
    to.writeNumberField("filled", 0);
    to.writeNumberField("open", outcomes.openQuantity(outcome));
    to.writeNumberField("released", outcomes.quantity(outcome));
  }

  /** Those of the command's own order, or of the auction that it ended. */
  private static void writeTrades(Command answer, Units units, JsonGenerator to)
      throws IOException {
    Outcomes outcomes = answer.outcomes;
    boolean any = false;
    for (int i = 0; i < outcomes.count(); i++) {
      if (!answer.isTaker(i) && !outcomes.isAuction(i)) {
        continue;
      }
      if (!any) {
        to.writeArrayFieldStart("trades");
        any = true;
      }
      to.writeStartObject();
      to.writeNumberField("id", answer.eventOf(i));
      units.price("price", outcomes.price(i), to);
      units.quantity("quantity", outcomes.quantity(i), to);
      to.writeEndObject();
    }
    if (any) {
      to.writeEndArray();
    }
  }
}
