package dev.tandem.it.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import quickfix.Application;
import quickfix.ApplicationAdapter;
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
import quickfix.fix44.NewOrderSingle;
import quickfix.fix44.OrderCancelReplaceRequest;
import quickfix.fix44.OrderCancelRequest;

/** Sends the commands of a session by FIX, and once more those that were not reported. */
final class FixOrders extends ApplicationAdapter implements Runnable {

  /** Fewer than commands are between an order and its change. */
  private static final int UNREPORTED = 100;

  /** A lot of the order that is changed; orders of these never fill. */
  private static final int LOTS_OF_CHANGED = 2;

  /** Why a change is refused: one of the same order is in flight. */
  private static final int PENDING = 3;

  private final SessionOrders orders;
  private final int port;
  private final String key;
  private final SessionID id;
  private final Map<Long, SessionOrders.Command> unreported = new ConcurrentSkipListMap<>();

  FixOrders(SessionOrders orders, int port, String key) {
    this.orders = orders;
    this.port = port;
    this.key = key;
    id = new SessionID("FIX.4.4", key.substring(0, key.indexOf('.')), "TANDEM");
  }

  @Override
  public void toAdmin(Message message, SessionID session) {
    try {
      if (message.getHeader().getString(35).equals("A")) {
        message.setString(554, key);
      }
    } catch (FieldNotFound e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void onLogon(SessionID session) {
    unreported.values().forEach(command -> send(command, true));
  }

  @Override
  public void fromApp(Message message, SessionID session) throws FieldNotFound {
    String type = message.getHeader().getString(35);
    if (type.equals("9") && message.getInt(102) == PENDING) {
      // It is there twice, and the first one's answer comes.
      return;
    }
    // A refusal of business names the message by BusinessRejectRefID.
    long sequence = Long.parseLong(message.getString(type.equals("j") ? 379 : 11));
    if (unreported.containsKey(sequence)) {
      orders.answered(sequence, code(type, message));
      unreported.remove(sequence);
    }
  }

  /** What became of the command, in the exchange's words. */
  private static String code(String type, Message message) throws FieldNotFound {
    String text = message.isSetField(58) ? message.getString(58) : "";
    if (type.equals("9") && text.startsWith("UNKNOWN_ORDER")) {
      return "UNKNOWN_ORDER";
    }
    boolean isTaken =
        type.equals("8")
            ? "0456IF".indexOf(message.getChar(150)) >= 0
            : text.startsWith("DUPLICATE_COMMAND, first OK");
    return isTaken ? "OK" : message.toString();
  }

  private void send(SessionOrders.Command c, boolean again) {
    Message message =
        switch (c.kind()) {
          case SELL, BUY -> new NewOrderSingle();
          case MOVE -> new OrderCancelReplaceRequest();
          case CANCEL -> new OrderCancelRequest();
        };
    if (again) {
      message.getHeader().setBoolean(97, true);
    }
    boolean buys = c.kind() == SessionOrders.Kind.BUY;
    message.setString(11, Long.toString(c.sequence()));
    message.setString(1, Integer.toString(c.user()));
    message.setString(55, Integer.toString(orders.symbol()));
    message.setChar(54, buys ? '1' : '2');
    message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
    if (!c.isOrder()) {
      message.setString(41, Long.toString(c.order()));
      message.setString(37, Long.toString(c.order()));
    }
    if (c.kind() != SessionOrders.Kind.CANCEL) {
      message.setString(38, Integer.toString(c.isOrder() ? c.lots() : LOTS_OF_CHANGED));
      message.setChar(40, '2');
      message.setString(44, Integer.toString(c.price()));
      message.setChar(59, buys ? '3' : '1');
    }
    try {
      Session.sendToTarget(message, id);
    } catch (SessionNotFound e) {
      throw new IllegalStateException(e);
    }
  }

  /** A client of QuickFIX/J that comes back by itself, with a store of its own. */
  static SocketInitiator initiator(Application application, SessionID id, int port)
      throws IOException, ConfigError {
    Path store = Files.createTempDirectory("tandem-fix-client");
    SessionSettings settings = new SessionSettings();
    settings.setString("ConnectionType", "initiator");
    settings.setString("SocketConnectHost", "127.0.0.1");
    settings.setString("SocketConnectPort", Integer.toString(port));
    settings.setString("HeartBtInt", "10");
    settings.setString("ReconnectInterval", "1");
    settings.setString("NonStopSession", "Y");
    settings.setString("FileStorePath", store.toString());
    settings.setString(id, "ConnectionType", "initiator");
    return new SocketInitiator(
        application,
        new FileStoreFactory(settings),
        settings,
        new ScreenLogFactory(false, false, false),
        new DefaultMessageFactory());
  }

  @Override
  public void run() {
    try {
      SocketInitiator initiator = initiator(this, id, port);
      initiator.start();
      for (long sequence = 1; sequence <= orders.last; sequence++) {
        // What is known to the session's orders by their reports can be changed.
        Deadline.await("reports", () -> unreported.size() < UNREPORTED);
        SessionOrders.Command command = orders.command(sequence);
        unreported.put(sequence, command);
        send(command, false);
      }
      Deadline.await("the last reports", unreported::isEmpty);
      initiator.stop(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ConfigError e) {
      throw new IllegalStateException(e);
    }
  }
}
