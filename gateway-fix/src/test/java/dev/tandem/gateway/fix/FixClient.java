package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.FileStoreFactory;
import quickfix.Message;
import quickfix.ScreenLogFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.MsgType;
import quickfix.field.TransactTime;
import quickfix.fix44.NewOrderSingle;
import quickfix.fix44.OrderCancelReplaceRequest;
import quickfix.fix44.OrderCancelRequest;

/** A client of FIX by QuickFIX/J's own initiator. */
final class FixClient implements Application, AutoCloseable {

  private final SocketInitiator initiator;
  private final SessionID id;
  private final String name;
  private final String secret;
  private final boolean signs;
  private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
  private final BlockingQueue<Message> admin = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> logons = new LinkedBlockingQueue<>();

  /**
   * @param key name and secret with a dot between them
   * @param store where its sequences are kept
   */
  FixClient(int port, String key, int session, Path store) {
    this(port, key, session, store, Map.of());
  }

  /**
   * @param more further settings
   */
  FixClient(int port, String key, int session, Path store, Map<String, String> more) {
    this(port, key, session, store, more, false);
  }

  /**
   * @param signs whether its secret stays here
   */
  FixClient(
      int port, String key, int session, Path store, Map<String, String> more, boolean signs) {
    this.signs = signs;
    name = key.substring(0, key.indexOf('.'));
    secret = key.substring(key.indexOf('.') + 1);
    id =
        new SessionID(
            "FIX.4.4",
            name,
            session == 0 ? "" : Integer.toString(session),
            "",
            "TANDEM",
            "",
            "",
            "");
    SessionSettings settings = new SessionSettings();
    settings.setString("ConnectionType", "initiator");
    settings.setString("SocketConnectHost", "127.0.0.1");
    settings.setString("SocketConnectPort", Integer.toString(port));
    settings.setString("HeartBtInt", "30");
    settings.setString("ReconnectInterval", "1");
    settings.setString("NonStopSession", "Y");
    settings.setString("FileStorePath", store.toString());
    more.forEach(settings::setString);
    settings.setString(id, "ConnectionType", "initiator");
    try {
      initiator =
          new SocketInitiator(
              this,
              new FileStoreFactory(settings),
              settings,
              new ScreenLogFactory(false, false, false),
              new DefaultMessageFactory());
      initiator.start();
    } catch (ConfigError e) {
      throw new IllegalStateException(e);
    }
  }

  FixClient loggedOn() throws InterruptedException {
    assertThat(logons.poll(120, TimeUnit.SECONDS)).isEqualTo("on");
    return this;
  }

  Session session() {
    return Session.lookupSession(id);
  }

  void send(Message message) {
    try {
      Session.sendToTarget(message, id);
    } catch (SessionNotFound e) {
      throw new IllegalStateException(e);
    }
  }

  static Message order(
      long clOrdId, String user, String symbol, char side, String price, String quantity) {
    Message order = new NewOrderSingle();
    common(order, clOrdId, user, symbol, side);
    order.setString(44, price);
    order.setString(38, quantity);
    order.setChar(40, '2');
    order.setChar(59, '1');
    return order;
  }

  private static void common(Message to, long clOrdId, String user, String symbol, char side) {
    to.setString(11, Long.toString(clOrdId));
    if (user != null) {
      to.setString(1, user);
    }
    to.setString(55, symbol);
    to.setChar(54, side);
    to.setUtcTimeStamp(TransactTime.FIELD, LocalDateTime.now(ZoneOffset.UTC));
  }

  void place(long clOrdId, long user, char side, long price, long quantity) {
    send(
        order(
            clOrdId,
            Long.toString(user),
            "1",
            side,
            Long.toString(price),
            Long.toString(quantity)));
  }

  static Message cancel(long clOrdId, String original, long user, char side) {
    Message cancel = new OrderCancelRequest();
    common(cancel, clOrdId, Long.toString(user), "1", side);
    cancel.setString(41, original);
    return cancel;
  }

  static Message replace(
      long clOrdId, String original, long user, char side, long price, long quantity) {
    Message replace = new OrderCancelReplaceRequest();
    common(replace, clOrdId, Long.toString(user), "1", side);
    replace.setString(41, original);
    replace.setString(44, Long.toString(price));
    replace.setString(38, Long.toString(quantity));
    replace.setChar(40, '2');
    replace.setChar(59, '1');
    return replace;
  }

  /** The next message of the application. */
  Message next() throws InterruptedException {
    Message message = received.poll(120, TimeUnit.SECONDS);
    assertThat(message).isNotNull();
    return message;
  }

  /** The next one is an execution report with this ExecType and OrdStatus. */
  Message report(char type, char status) throws Exception {
    Message report = next();
    assertThat(report.getHeader().getString(MsgType.FIELD)).as(report.toString()).isEqualTo("8");
    assertThat(report.getChar(150)).as(report.toString()).isEqualTo(type);
    assertThat(report.getChar(39)).as(report.toString()).isEqualTo(status);
    return report;
  }

  /** The next one refuses an order so. */
  Message rejected(int reason, String text) throws Exception {
    Message report = report('8', '8');
    assertThat(report.getString(58)).contains(text);
    assertThat(report.getInt(103)).as(report.toString()).isEqualTo(reason);
    return report;
  }

  /** The next one refuses a cancel or replace so. */
  Message cancelRejected(int reason, String text) throws Exception {
    Message report = next();
    assertThat(report.getHeader().getString(MsgType.FIELD)).as(report.toString()).isEqualTo("9");
    assertThat(report.getString(58)).contains(text);
    assertThat(report.getInt(102)).as(report.toString()).isEqualTo(reason);
    return report;
  }

  /** The next message of the session of this type. */
  Message admin(String type) throws Exception {
    while (true) {
      Message message = admin.poll(120, TimeUnit.SECONDS);
      assertThat(message).as("a message " + type).isNotNull();
      if (message.getHeader().getString(MsgType.FIELD).equals(type)) {
        return message;
      }
    }
  }

  boolean isSilent() {
    return received.isEmpty();
  }

  @Override
  public void close() {
    initiator.stop(true);
  }

  /** The session without its connection: what the client does not see. */
  void logout() throws IOException {
    initiator.stop();
  }

  /** Shows the key: as a whole, or by a signature. */
  private void show(Message logon, Message.Header header) throws FieldNotFound {
    if (!signs) {
      logon.setString(553, name);
      logon.setString(554, secret);
      return;
    }
    long sent = header.getUtcTimeStamp(52).toInstant(ZoneOffset.UTC).toEpochMilli();
    boolean resets = logon.isSetField(141) && logon.getBoolean(141);
    int number = header.isSetField(50) ? header.getInt(50) : 0;
    String shown =
        SigningKey.of(name + "." + secret).fixRawData(number, logon.getInt(108), resets, sent);
    logon.setInt(95, shown.length());
    logon.setString(96, shown);
  }

  @Override
  public void toAdmin(Message message, SessionID session) {
    try {
      Message.Header header = message.getHeader();
      if (header.getString(MsgType.FIELD).equals("A")) {
        show(message, header);
      }
    } catch (FieldNotFound e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void fromAdmin(Message message, SessionID session) {
    admin.add(message);
  }

  @Override
  public void fromApp(Message message, SessionID session) {
    received.add(message);
  }

  @Override
  public void onLogon(SessionID session) {
    logons.add("on");
  }

  @Override
  public void onCreate(SessionID session) {}

  @Override
  public void onLogout(SessionID session) {}

  @Override
  public void toApp(Message message, SessionID session) {}
}
