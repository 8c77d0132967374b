package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;

/** An amount that goes from one user to another. */
final class NaiveTransfer {

  private NaiveTransfer() {}

  /** Who gets the amount. */
  static long payee(Input in) {
    return in.orderId();
  }

  static ResultCode form(Input in) {
    if (in.amount() <= 0) {
      return ResultCode.INVALID_AMOUNT;
    }
    return payee(in) == in.userId() ? ResultCode.PAYEE_IS_PAYER : null;
  }

  static ResultCode unknownPayee(NaiveState state, Input in) {
    return in.type() == CommandType.TRANSFER && !state.users.containsKey(payee(in))
        ? ResultCode.UNKNOWN_PAYEE
        : null;
  }

  static void carryOut(NaiveState state, Input in) {
    NaiveUser payer = state.users.get(in.userId());
    payer.transactions.add(in.transactionId(), ResultCode.OK, in);
    payer.account(in.currency()).credit(-in.amount());
    state.users.get(payee(in)).account(in.currency()).credit(in.amount());
  }
}
