package dev.tandem.gateway.binary;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.Heartbeat;
import dev.tandem.client.wire.LogonAccepted;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.ReportNumber;
import dev.tandem.client.wire.UserSubscribed;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Fills;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Writes what the gateway says. One for all sessions, on the event loop. */
final class OutMessages {

  private static final int DONE = 1;
  private static final int TOOK = 2;

  private final ByteBuffer bytes = ByteBuffer.allocate(256);
  private final ExecutionReport report = new ExecutionReport();
  private final Reject reject = new Reject();
  private final Fill fill = new Fill();
  private final Heartbeat heartbeat = new Heartbeat();
  private final UserSubscribed received = new UserSubscribed();
  private final ReportNumber numbers = new ReportNumber();
  private final Logout logout = new Logout();
  private final LogonAccepted accepted = new LogonAccepted();

  private void write(Message<?> message, ByteBuf to) {
    to.writeBytes(bytes.array(), 0, message.length());
  }

  /** What became of a command, with its trades; to who sent it or, without a sequence, follows. */
  void answer(Command answer, long sequence, ByteBuf to) {
    boolean ok = answer.result == ResultCode.OK_CODE;
    if (!ok && !Answers.isRepeated(answer)) {
      write(
          reject
              .start(bytes, 0)
              .sequence(sequence)
              .order(answer.orderId)
              .eventNumber(answer.eventNumber)
              .time(answer.timestampNs)
              .symbol(answer.symbol)
              .code(answer.result)
              .firstCode(answer.firstResult)
              .command(answer.type),
          to);
      return;
    }
    Outcomes outcomes = answer.outcomes;
    report
        .start(bytes, 0)
        .sequence(sequence)
        .user(answer.userId)
        .order(answer.orderId)
        .eventNumber(answer.eventNumber)
        .time(answer.timestampNs)
        .symbol(answer.symbol)
        .command(answer.type)
        .code(answer.result);
    if (ok) {
      report
          .price(answer.orderPrice)
          .filled(answer.filledQuantity)
          .open(answer.openQuantity)
          .released(answer.releasedQuantity + answer.preventedQuantity())
          .trades(tradesOf(answer))
          .side(answer.orderSide);
    }
    write(report, to);
    for (int i = 0; ok && i < outcomes.count(); i++) {
      if (answer.isTaker(i)) {
        boolean done = outcomes.takerDone(i);
        fill(answer, i, answer.userId, answer.orderId, answer.orderSide, true, done, to);
      }
    }
  }

  /** Trades of the command's own order. */
  private static int tradesOf(Command answer) {
    int trades = 0;
    for (int i = 0; i < answer.outcomes.count(); i++) {
      trades += answer.isTaker(i) ? 1 : 0;
    }
    return trades;
  }

  /** One side of a trade. */
  void fill(
      Command answer,
      int trade,
      long user,
      long order,
      int side,
      boolean took,
      boolean done,
      ByteBuf to) {
    write(
        fill.start(bytes, 0)
            .user(user)
            .order(order)
            .trade(answer.eventOf(trade))
            .price(answer.outcomes.price(trade))
            .quantity(answer.outcomes.quantity(trade))
            .time(answer.timestampNs)
            .symbol(answer.outcomes.symbol(trade))
            .side(side)
            .options((took ? TOOK : 0) | (done ? DONE : 0)),
        to);
  }

  /** An order that changed without a trade: a report as of a command that does the same. */
  void change(Command answer, int outcome, ByteBuf to) {
    Outcomes outcomes = answer.outcomes;
    write(
        report
            .start(bytes, 0)
            .user(outcomes.userId(outcome))
            .order(outcomes.orderId(outcome))
            .eventNumber(answer.eventOf(outcome))
            .time(answer.timestampNs)
            .symbol(outcomes.symbol(outcome))
            .command(Fills.likeCommand(answer, outcome))
            .code(ResultCode.OK_CODE)
            .price(outcomes.price(outcome))
            .open(outcomes.openQuantity(outcome))
            .released(outcomes.quantity(outcome))
            .side(outcomes.side(outcome)),
        to);
  }

  /** The gateway itself refuses a command, which never came to the exchange. */
  void refusal(long sequence, long order, int symbol, int command, Code code, ByteBuf to) {
    refusal(sequence, order, -1, 0, symbol, command, code, to);
  }

  /** A limit has refused a command, which has an event and a time in the exchange. */
  void refusal(Command answer, Code code, ByteBuf to) {
    refusal(
        answer.clientSequence,
        answer.orderId,
        answer.eventNumber,
        answer.timestampNs,
        answer.symbol,
        answer.type,
        code,
        to);
  }

  private void refusal(
      long sequence,
      long order,
      long event,
      long timeNs,
      int symbol,
      int command,
      Code code,
      ByteBuf to) {
    write(
        reject
            .start(bytes, 0)
            .sequence(sequence)
            .order(order)
            .eventNumber(event)
            .time(timeNs)
            .symbol(symbol)
            .code(code.code())
            .command(command),
        to);
  }

  void userSubscribed(long user, long run, long number, int outcome, ByteBuf to) {
    write(received.start(bytes, 0).user(user).run(run).number(number).outcome(outcome), to);
  }

  void reportNumber(long user, long number, int delivery, ByteBuf to) {
    write(numbers.start(bytes, 0).user(user).number(number).delivery(delivery), to);
  }

  void heartbeat(long number, ByteBuf to) {
    write(heartbeat.start(bytes, 0).number(number), to);
  }

  void logout(Code code, int clockMillis, ByteBuf to) {
    write(logout.start(bytes, 0).code(code.code()).clockMillis(clockMillis), to);
  }

  void logonAccepted(long timeNs, int session, long heartbeatMillis, ByteBuf to) {
    write(
        accepted.start(bytes, 0).time(timeNs).session(session).heartbeatMillis(heartbeatMillis),
        to);
  }
}
