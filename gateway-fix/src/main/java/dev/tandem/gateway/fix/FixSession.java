package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.fix.Execution.State;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import quickfix.ConfigError;
import quickfix.FieldException;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.BusinessRejectRefID;

/**
 * One session: a key and the number of its session, its sequences, which outlive connections, and
 * the connection if there is one. On the thread of FIX, but for what says otherwise.
 */
final class FixSession {

  /** Orders without an answer; above that the connection is not read from. */
  private static final int MOST_ORDERS = 128;

  private final FixServer server;
  private final Caller caller;
  private final long client;
  private final SessionID id;
  private Session fix;
  private FixConnection connection;
  private int orders;
  private Message asked;
  private final MessagesAhead ahead;
  private final AdminPace pace;
  private final Deliveries.Waiting waiting = new Deliveries.Waiting();
  private final ResendSlices resends;
  private final SessionFiles files;

  /** Its files have failed since this was looked at. */
  private boolean storeFailed;

  /**
   * @param place all executions up to there have come to it, should it have no files
   */
  FixSession(FixServer server, Caller caller, Place place) {
    this.server = server;
    this.caller = caller;
    this.client = caller.key().client(caller.session());
    ahead = new MessagesAhead(server);
    pace = new AdminPace(server, this::receiveMore);
    resends = new ResendSlices(server, this);
    files = new SessionFiles(() -> server.folder().of(caller), place, this::storeFailed);
    id = FixEngine.id(caller.key().name(), caller.session());
  }

  /** The key and session that have logged on. From any thread. */
  Caller caller() {
    return caller;
  }

  /** The number of its key and session in the kernel. From any thread. */
  long client() {
    return client;
  }

  SessionID id() {
    return id;
  }

  /** The files in which it keeps its sequences and messages. */
  SessionFiles files() {
    return files;
  }

  /** The executions that wait for being written for it. */
  Deliveries.Waiting waiting() {
    return waiting;
  }

  /** Whether it receives reports of others' orders and may send none. From any thread. */
  boolean isDropCopy() {
    return !caller.key().may(Role.TRADE);
  }

  /** Reports that could not be kept for it. */
  MissedReports missed() {
    return files.missed();
  }

  /** Reports may be missing. QuickFIX/J, which calls this, is left before the connection ends. */
  private void storeFailed(IOException cause) {
    server.storeFailed("the files of session " + id + " cannot be written or read", cause);
    if (!missed().isMissed() && connection == null) {
      server.count("store_failed");
    }
    storeFailed = true;
    missed().add();
  }

  /**
   * Reads its sequences.
   *
   * @param anew whether its files are forgotten where they cannot be read
   * @throws IOException if they cannot be read
   * @throws ConfigError if QuickFIX/J makes no session of it
   */
  void open(boolean anew) throws IOException, ConfigError {
    try {
      open();
    } catch (IOException e) {
      if (!anew) {
        throw e;
      }
      files.forget();
      open();
    }
  }

  private void open() throws IOException, ConfigError {
    if (fix == null) {
      try {
        fix = server.create(this);
        fix.logon();
      } catch (UncheckedIOException e) {
        throw new IOException("no session " + id + ": " + e.getMessage(), e);
      }
    }
  }

  /** Continues by this connection; an earlier one ends. */
  void connect(FixConnection to, int heartbeatSeconds) {
    fix.setHeartBeatInterval(heartbeatSeconds);
    if (connection == to) {
      return;
    }
    if (connection != null) {
      connection.end("replaced");
    }
    connection = to;
    orders = 0;
    ahead.none();
    resends.stop();
    storeFailed = false;
    fix.setResponder(to);
    GatewayFlightEvents.session("fix", caller.key().name(), caller.session(), true);
  }

  void disconnected(FixConnection from) {
    if (connection == from) {
      connection = null;
      resends.stop();
      GatewayFlightEvents.session("fix", caller.key().name(), caller.session(), false);
      server.market().ended(this);
      guarded(() -> fix.disconnect("connection lost", false));
    }
  }

  /**
   * Whether it can handle this message now; otherwise it calls {@link FixConnection#receiveMore}
   * when it can.
   */
  boolean mayReceive(String message) {
    return !resends.areOwed() && pace.mayPass(message);
  }

  private void receiveMore() {
    if (connection != null) {
      guarded(connection::receiveMore);
    }
  }

  /** A whole message, of the connection that it has. */
  void received(String text) {
    process(text);
    endIfStoreFailed();
  }

  private void process(String text) {
    try {
      Message message = MessageUtils.parse(fix, text);
      int expected = fix.getExpectedTargetNum();
      fix.next(message);
      if (connection != null && fix.isLogoutSent()) {
        // It has said by a Reject what is wrong, and takes nothing else.
        connection.endBehindLast("session_reject");
      }
      // It stays where it was as long as something is missing.
      if (ahead.areTooMany(fix.getExpectedTargetNum() == expected)) {
        end("too_many_ahead");
      }
    } catch (InvalidMessage e) {
      // Passed over, as FIX has it: the next one shows that it is missing. A logon has no next.
      server.refused("malformed_message");
      if (!fix.isLoggedOn() || ahead.passedOver()) {
        end("malformed_message");
      }
    } catch (FieldException | StackOverflowError e) {
      end("malformed_message");
    } catch (IOException e) {
      end("store_failed");
    } catch (RuntimeException | Error e) {
      fault(e);
    } catch (Exception e) {
      // What QuickFIX/J declares is of the message.
      end("malformed_message");
    } finally {
      resends.passed();
      asked = null;
    }
  }

  /**
   * The logon of the connection that it has now, in which nothing is wrong.
   *
   * @return false if the files cannot be written; where it does not begin anew, its sequences are
   *     as they were
   */
  boolean logon(String text, boolean anew) {
    int sender = fix.getExpectedSenderNum();
    int target = fix.getExpectedTargetNum();
    process(text);
    if (!storeFailed) {
      if (!fix.isLoggedOn()) {
        // Where QuickFIX/J has not ended it, it would wait for ever.
        end("no_login");
      }
      return true;
    }
    if (!anew) {
      guarded(() -> fix.setNextSenderMsgSeqNum(sender));
      guarded(() -> fix.setNextTargetMsgSeqNum(target));
    }
    storeFailed = false;
    return false;
  }

  /** Ends the connection if files have failed meanwhile. */
  void endIfStoreFailed() {
    if (storeFailed) {
      storeFailed = false;
      end("store_failed");
    }
  }

  /** A request to send messages again: the session continues to answer what is left of it. */
  void resend(Message request) throws FieldNotFound, IncorrectTagValue {
    resends.begin(request, fix.getExpectedSenderNum() - 1);
  }

  /** The client's numbers continue from another one. */
  void skip(Message reset) throws FieldNotFound, IncorrectTagValue {
    ResendSlices.skip(reset, fix.getExpectedTargetNum());
  }

  /** Answers a part of a request. */
  void resendSlice(Message request) {
    guarded(() -> fix.next(request));
  }

  /** All is sent again, and what has waited for that. */
  void resent(Iterable<String> held) {
    FixConnection to = connection;
    held.forEach(to::send);
    to.receiveMore();
  }

  /** Whether it can be sent more now. */
  boolean isWritable() {
    return connection.isWritable();
  }

  /** Whether what it says must wait for what is being sent again. */
  boolean holds(String message) {
    if (!resends.mustWait()) {
      return false;
    }
    if (resends.hold(message) > connection.mostUnread()) {
      end("slow_reader");
    }
    return true;
  }

  private void end(String reason) {
    if (connection != null) {
      connection.end(reason);
    }
  }

  /** A message was refused, for a reason that is counted. */
  void refused(String reason) {
    server.refused(reason);
  }

  /** An order, or what should be one. */
  void order(Message message) throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType {
    asked = message;
    FixOrder order;
    try {
      order = OrderReader.read(message, caller.key(), server.listings(), server.ids().of(client));
    } catch (RefusedOrderException e) {
      server.refused("bad_request");
      send(Reports.refused(message, null, e.refused(), server.newExecId()));
      return;
    }
    orders++;
    server.order(this, order, message);
  }

  /** A request for market data, or what a market has. */
  void market(Message message) throws FieldNotFound {
    asked = message;
    server.market().received(this, message);
  }

  /** Whether it reads what it is sent. */
  boolean takesMarketData() {
    return connection != null && connection.isWritable() && !resends.areOwed();
  }

  /** Sends what is worth nothing to who is away. */
  void sendNow(Message message) {
    if (connection != null) {
      send(message);
    }
  }

  /** QuickFIX/J refuses the message that it has handed out last: it is named by its own id. */
  void name(Message reject) {
    if (asked != null && !reject.isSetField(BusinessRejectRefID.FIELD)) {
      Reports.name(reject, asked);
    }
  }

  boolean hasRoomForOrders() {
    return orders < MOST_ORDERS;
  }

  /** What became of an order cannot be reported, because of a fault that is logged. */
  void failed() {
    missed().add();
    server.run(
        () -> {
          oneLess();
          end("internal_error");
        });
  }

  /** An order's answer is in the executions; called on the gateway's event loop. */
  void answered() {
    server.run(this::oneLess);
  }

  /**
   * An order was not submitted, because its ClOrdID could not be kept: the client sends it again.
   */
  void notTaken() {
    server.count("store_failed");
    oneLess();
    end("store_failed");
  }

  /** An order was not taken; called on the gateway's event loop. */
  void refuse(Message asked, State state, Refused why) {
    answer(() -> Reports.refused(asked, state, why, server.newExecId()));
  }

  /** An order that was taken before; called on the gateway's event loop. */
  void status(Message asked, FixOrder order, State state) {
    answer(
        () ->
            state == null
                ? Reports.forgotten(asked, order)
                : Reports.status(order, state, server.newExecId(), server.listings()));
  }

  private void answer(Supplier<Message> report) {
    server.run(
        () -> {
          oneLess();
          report(report);
        });
  }

  /** An order is this session's, which was not known; called on the gateway's event loop. */
  void adopt(State state) {
    server.run(() -> server.keep(state));
  }

  private void oneLess() {
    // Those of an earlier connection are answered, too.
    orders = Math.max(0, orders - 1);
    if (connection != null) {
      connection.readOrWait();
    }
  }

  void report(Execution execution) {
    files.came(execution.state().place());
    report(() -> Reports.of(execution, server.listings(), server.ids()));
  }

  private void report(Supplier<Message> report) {
    try {
      send(report.get());
    } catch (RuntimeException | Error e) {
      missed().add();
      fault(e);
    }
  }

  /**
   * Sends; without a connection it is kept, and sent when the client requests what it has missed.
   */
  private void send(Message message) {
    if (fix == null) {
      missed().add();
    } else {
      fix.send(message);
      endIfStoreFailed();
    }
  }

  /** Where reports are missing for good, a Logout says so, once, and the connection ends. */
  void reportMissed() {
    // Not between the slices of what is sent again, which would never be sent then.
    if (missed().isMissed() && connection != null && !resends.areOwed()) {
      missed().reporting();
      boolean reported =
          logout("MISSED_REPORTS: some may be missing, request the state of the orders");
      missed().reported(reported);
      if (reported) {
        files.keepMissed();
        connection.endBehindLast("missed_reports");
      } else {
        endIfStoreFailed();
      }
    }
  }

  /** Sends a Logout that says why the connection ends; false if it could not. */
  boolean logout(String why) {
    return fix.send(Reports.logout(why));
  }

  /** Once a second: heartbeats, and an end for who is silent. */
  void tick() {
    guarded(
        () -> {
          reportMissed();
          if (fix != null && connection != null) {
            fix.next();
            endIfStoreFailed();
          }
        });
  }

  /** Says that the gateway goes, and closes the files. */
  void close() {
    if (fix == null) {
      return;
    }
    if (connection != null) {
      resends.stop();
      guarded(() -> fix.logout("UNAVAILABLE"));
      guarded(fix::next);
      guarded(() -> fix.disconnect("stopping", false));
    }
    guarded(fix::close);
  }

  /** What can fail by its files, or by a fault. */
  interface Work {
    void run() throws Exception;
  }

  /** Ends the connection if this fails, which is logged. */
  void guarded(Work work) {
    try {
      work.run();
    } catch (IOException e) {
      // The store has reported its cause.
      end("store_failed");
    } catch (Exception | Error e) {
      fault(e);
    }
  }

  private void fault(Throwable thrown) {
    Faults.log("a fault ends the connection of session " + id, thrown);
    end("internal_error");
  }
}
