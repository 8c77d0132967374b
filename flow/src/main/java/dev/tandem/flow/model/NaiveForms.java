package dev.tandem.flow.model;

import dev.tandem.core.command.ResultCode;

/** What is wrong with a command before the state is asked, as far as it is no new order. */
final class NaiveForms {

  private NaiveForms() {}

  /** Of all codes a door has these four. */
  static ResultCode door(Input in) {
    return switch (in.refusal()) {
      case 0 -> null;
      case 31 -> ResultCode.TOO_MANY_OPEN_ORDERS;
      case 32 -> ResultCode.QUANTITY_TOO_LARGE;
      case 33 -> ResultCode.NOTIONAL_TOO_LARGE;
      case 34 -> ResultCode.PRICE_OUT_OF_BAND;
      default -> ResultCode.UNKNOWN_COMMAND;
    };
  }

  static ResultCode ofReduce(Input in) {
    if (in.orderId() == 0) {
      return ResultCode.INVALID_ORDER_ID;
    }
    return in.quantity() <= 0 ? ResultCode.INVALID_QUANTITY : null;
  }

  static ResultCode ofMove(Input in) {
    if (in.orderId() == 0) {
      return ResultCode.INVALID_ORDER_ID;
    }
    if (in.price() <= 0) {
      return ResultCode.INVALID_PRICE;
    }
    if (in.quantity() < 0) {
      return ResultCode.INVALID_QUANTITY;
    }
    return in.instructions().isEmpty() ? null : ResultCode.UNSUPPORTED_INSTRUCTION;
  }
}
