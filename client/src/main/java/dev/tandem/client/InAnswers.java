package dev.tandem.client;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.ReportNumber;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.UserSubscribed;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes the gateway's messages. An answer is reported once the fills that follow it have come.
 */
final class InAnswers {

  private static final int DONE = 1;
  private static final int TOOK = 2;

  private static final int FOLLOWS = 0;
  private static final int NEXT_ANSWER = 1;

  private final ClientSession session;
  private final ClientListener listener;
  private final ExecutionReport report = new ExecutionReport();
  private final Reject reject = new Reject();
  private final Fill fill = new Fill();
  private final UserSubscribed received = new UserSubscribed();
  private final ReportNumber numbers = new ReportNumber();

  /**
   * Number of the report that follows, and of the next answer to an own command; null if there is
   * none.
   */
  private Numbered next;

  private Numbered nextAnswer;

  /** A report of a user. */
  private record Numbered(long user, long number) {}

  InAnswers(ClientSession session, ClientListener listener) {
    this.session = session;
    this.listener = listener;
  }

  /**
   * Reads until the connection ends, which is an exception.
   *
   * @throws ProtocolException if something is said that is not understood
   */
  void read(ClientConnection connection) throws IOException {
    ByteBuffer bytes = connection.bytes();
    // What an earlier connection has announced does not come by this one.
    next = null;
    nextAnswer = null;
    while (true) {
      switch (connection.next()) {
        case ExecutionReport.ID -> reported(connection, bytes);
        case Reject.ID -> {
          Answer refused = ClientConnection.understood(() -> rejected(bytes));
          if (refused.code() == Code.QUESTION_RATE_LIMITED) {
            session.notReceived(refused.order());
          } else {
            session.answered(refused);
          }
        }
        case Fill.ID -> {
          listener.onExecution(ClientConnection.understood(() -> execution(bytes)));
          reportedNext();
        }
        case UserSubscribed.ID -> received(bytes);
        case ReportNumber.ID -> numbered(bytes);
        default -> {
          // Answers to heartbeats; and what later versions say.
        }
      }
    }
  }

  private void received(ByteBuffer bytes) throws IOException {
    ClientConnection.understood(() -> received.over(bytes, 0));
    Missed missed =
        session.received(received.user(), received.run(), received.number(), received.outcome());
    if (missed != null) {
      listener.onMissed(received.user(), missed);
    }
  }

  private void numbered(ByteBuffer bytes) throws IOException {
    ClientConnection.understood(() -> numbers.over(bytes, 0));
    Numbered report = new Numbered(numbers.user(), numbers.number());
    switch (numbers.delivery()) {
      case FOLLOWS -> next = report;
      case NEXT_ANSWER -> nextAnswer = report;
      default -> session.reported(report.user, report.number);
    }
  }

  private void reportedNext() {
    if (next != null) {
      session.reported(next.user, next.number);
      next = null;
    }
  }

  private void answeredNext() {
    if (nextAnswer != null) {
      session.reported(nextAnswer.user, nextAnswer.number);
      nextAnswer = null;
    }
  }

  private void reported(ClientConnection connection, ByteBuffer bytes) throws IOException {
    Code code = ClientConnection.understood(() -> Code.of(report.over(bytes, 0).code()));
    long sequence = report.sequence();
    boolean repeated = code == Code.DUPLICATE_COMMAND;
    long user = report.user();
    int symbol = report.symbol();
    long order = report.order();
    long event = report.eventNumber();
    long time = report.time();
    long price = report.price();
    long filled = report.filled();
    long open = report.open();
    long released = report.released();
    int trades = report.trades();
    if (trades < 0) {
      throw new ProtocolException("a report of " + trades + " trades");
    }
    // Grows as they come: the number is only what somebody says.
    List<Execution> fills = new ArrayList<>();
    for (int i = 0; i < trades; i++) {
      if (connection.next() != Fill.ID) {
        throw new IOException("a report was not followed by its fills");
      }
      fills.add(ClientConnection.understood(() -> execution(bytes)));
    }
    Answer answer =
        new Answer(
            sequence,
            Code.OK,
            Code.OK.code(),
            repeated,
            user,
            symbol,
            order,
            event,
            time,
            price,
            filled,
            open,
            released,
            fills);
    if (sequence == 0) {
      listener.onReport(answer);
      reportedNext();
    } else {
      session.answered(answer);
      answeredNext();
    }
  }

  private Answer rejected(ByteBuffer bytes) {
    reject.over(bytes, 0);
    boolean repeated = reject.code() == Code.DUPLICATE_COMMAND.code();
    int code = repeated ? reject.firstCode() : reject.code();
    return new Answer(
        reject.sequence(),
        Code.of(code),
        code,
        repeated,
        0,
        reject.symbol(),
        reject.order(),
        reject.eventNumber(),
        reject.time(),
        0,
        0,
        0,
        0,
        List.of());
  }

  private Execution execution(ByteBuffer bytes) {
    fill.over(bytes, 0);
    return new Execution(
        fill.user(),
        fill.symbol(),
        fill.order(),
        Side.of(fill.side()),
        fill.trade(),
        fill.price(),
        fill.quantity(),
        fill.time(),
        (fill.options() & TOOK) != 0,
        (fill.options() & DONE) != 0);
  }
}
