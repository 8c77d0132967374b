package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.fix.Execution.State;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import java.io.IOException;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.BusinessRejectRefID;
import quickfix.field.MsgType;
import quickfix.field.NewSeqNo;
import quickfix.field.Text;

/**
 * One session: a key and the number of its session, its sequences, which outlive connections, and
 * the connection if there is one. On the thread of FIX, but for what says otherwise.
 */
final class FixSession {

  /** Orders without an answer; above that the connection is not read from. */
  private static final int MOST_ORDERS = 128;

  /** Messages ahead of a missing one; each waits for it. */
  private static final int MOST_AHEAD = 1_024;

  private static final int LEAST_AHEAD = 64;

  /** Numbers that a SequenceReset passes over. */
  private static final int MOST_SKIPPED = 1_000_000;

  /** Of all sessions. */
  private static final int ALL_AHEAD = 64 << 10;

  private final FixServer server;
  private final Caller caller;
  private final long client;
  private final SessionID id;
  private Session fix;
  private FixConnection connection;
  private int orders;
  private int ahead;
  private Message asked;
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
    pace = new AdminPace(server, this::receiveMore);
    resends = new ResendSlices(server, this);
    files = new SessionFiles(() -> server.directoryOf(caller), place, this::storeFailed);
    id = id(caller.key().name(), caller.session());
  }

  /** The gateway's side of a session; session 0 needs no SubID. */
  static SessionID id(String key, int number) {
    String sub = number == 0 ? SessionID.NOT_SET : Integer.toString(number);
    return new SessionID(
        "FIX.4.4",
        FixConnection.HERE,
        SessionID.NOT_SET,
        SessionID.NOT_SET,
        key,
        sub,
        SessionID.NOT_SET,
        SessionID.NOT_SET);
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

  /** Whether its key may read what this user does. Any thread. */
  boolean learnsOf(long user) {
    return caller.key().may(Role.READ) && caller.key().isFor(user);
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
   */
  void open(boolean anew) throws IOException {
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

  private void open() throws IOException {
    if (fix == null) {
      try {
        fix = server.create(this);
        fix.logon();
      } catch (ConfigError | RuntimeException | LinkageError e) {
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
    ahead = 0;
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
      quietly(() -> fix.disconnect("connection lost", false));
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
      connection.receiveMore();
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
      ahead = fix.getExpectedTargetNum() == expected ? ahead + 1 : 0;
      if (ahead > server.share(ALL_AHEAD, LEAST_AHEAD, MOST_AHEAD)) {
        end("too_many_ahead");
      }
    } catch (InvalidMessage e) {
      // Passed over, as FIX has it: the next one shows that it is missing. A logon has no next.
      server.refused("malformed_message");
      if (!fix.isLoggedOn() || ++ahead > MOST_AHEAD) {
        end("malformed_message");
      }
    } catch (Exception | StackOverflowError e) {
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
      quietly(() -> fix.setNextSenderMsgSeqNum(sender));
      quietly(() -> fix.setNextTargetMsgSeqNum(target));
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
    // QuickFIX/J takes a step for each number.
    if (reset.isSetField(NewSeqNo.FIELD)
        && reset.getInt(NewSeqNo.FIELD) - (long) fix.getExpectedTargetNum() > MOST_SKIPPED) {
      throw new IncorrectTagValue(NewSeqNo.FIELD);
    }
  }

  /** Answers a part of a request. */
  void resendSlice(Message request) {
    try {
      fix.next(request);
    } catch (Exception | StackOverflowError e) {
      end("store_failed");
    }
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
      order = OrderReader.read(message, caller.key());
    } catch (RefusedOrderException e) {
      server.refused("bad_request");
      send(Reports.refused(message, null, e.refused(), server.newExecId()));
      return;
    }
    orders++;
    server.submit(this, order, message);
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

  /** An order was not taken; called on the gateway's event loop. */
  void refuse(Message asked, State state, Refused why) {
    server.run(
        () -> {
          oneLess();
          send(Reports.refused(asked, state, why, server.newExecId()));
        });
  }

  /** An order that was taken before; called on the gateway's event loop. */
  void status(Message asked, FixOrder order, State state) {
    server.run(
        () -> {
          oneLess();
          send(
              state == null
                  ? Reports.forgotten(asked, order)
                  : Reports.status(order, state, server.newExecId()));
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
    send(Reports.of(execution));
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
    Message logout = new Message();
    logout.getHeader().setString(MsgType.FIELD, MsgType.LOGOUT);
    logout.setString(Text.FIELD, why);
    return fix.send(logout);
  }

  /** Once a second: heartbeats, and an end for who is silent. */
  void tick() {
    reportMissed();
    if (fix != null && connection != null) {
      quietly(fix::next);
      endIfStoreFailed();
    }
  }

  /** Says that the gateway goes, and closes the files. */
  void close() {
    if (fix == null) {
      return;
    }
    if (connection != null) {
      resends.stop();
      fix.logout("UNAVAILABLE");
      quietly(fix::next);
      quietly(() -> fix.disconnect("stopping", false));
    }
    quietly(fix::close);
  }

  /** What can fail by its files. */
  private interface WithFiles {
    void run() throws IOException;
  }

  private void quietly(WithFiles what) {
    try {
      what.run();
    } catch (IOException | RuntimeException e) {
      end("store_failed");
    }
  }
}
