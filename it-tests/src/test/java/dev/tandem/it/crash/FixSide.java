package dev.tandem.it.crash;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SocketInitiator;
import quickfix.fix44.NewOrderSingle;

/**
 * One side of a market by FIX: orders of one lot at one price, and what it is told of them. When it
 * has logged on, it sends once more those of which no report of a fill has come.
 */
final class FixSide extends ApplicationAdapter implements Runnable {

  static final int PRICE = 30;

  /** Orders without a report of their fill. */
  private static final int MOST_OPEN = 50;

  private final int user;
  private final char side;
  private final long orders;
  private final int port;
  private final String key;
  private final SessionID id;
  private final Map<Long, Boolean> open = new ConcurrentSkipListMap<>();
  private final Set<Long> reported = ConcurrentHashMap.newKeySet();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final AtomicInteger missed = new AtomicInteger();

  /**
   * @param user whose number its session has, too
   */
  FixSide(int user, char side, long orders, int port, String key) {
    this.user = user;
    this.side = side;
    this.orders = orders;
    this.port = port;
    this.key = key;
    String name = key.substring(0, key.indexOf('.'));
    id = new SessionID("FIX.4.4", name, Integer.toString(user), "", "TANDEM", "", "", "");
  }

  /** Orders that a report of their fill came for. */
  Set<Long> reported() {
    return reported;
  }

  /** How often it was told that reports are missing. */
  int missed() {
    return missed.get();
  }

  /** What it should not have been told. */
  Queue<String> wrong() {
    return wrong;
  }

  long filled() {
    return reported.size();
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
  public void fromAdmin(Message message, SessionID session) {
    if (message.getOptionalString(58).orElse("").startsWith("MISSED_REPORTS")) {
      missed.incrementAndGet();
    }
  }

  @Override
  public void onLogon(SessionID session) {
    open.keySet().forEach(order -> send(order, true));
  }

  @Override
  public void fromApp(Message message, SessionID session) throws FieldNotFound {
    if (message.getHeader().getString(35).equals("j")) {
      // An order that was sent again, and ended so long ago that only its report tells.
      return;
    }
    long order = order(message.getString(11));
    switch (message.getChar(150)) {
      case '0', 'I' -> {}
      case 'F' -> {
        if (!reported.add(order)) {
          wrong.add("reported twice: " + message);
        }
        open.remove(order);
      }
      default -> wrong.add(message.toString());
    }
  }

  /** Those who sell name their orders by texts, those who buy by numbers that rise. */
  private String clOrdId(long order) {
    return side == '2' ? "sell #" + order : Long.toString(order);
  }

  private static long order(String clOrdId) {
    return Long.parseLong(clOrdId.substring(clOrdId.indexOf('#') + 1));
  }

  private void send(long order, boolean again) {
    Message message = new NewOrderSingle();
    if (again) {
      message.getHeader().setBoolean(97, true);
    }
    message.setString(11, clOrdId(order));
    message.setString(1, Integer.toString(user));
    message.setString(55, "1");
    message.setChar(54, side);
    message.setString(38, "1");
    message.setChar(40, '2');
    message.setString(44, Integer.toString(PRICE));
    message.setChar(59, '1');
    message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
    try {
      Session.sendToTarget(message, id);
    } catch (SessionNotFound e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void run() {
    try {
      SocketInitiator initiator = FixOrders.initiator(this, id, port);
      initiator.start();
      // No id is the other side's.
      long first = user * 1_000_000_000L;
      for (long order = first + 1; order <= first + orders; order++) {
        Deadline.await("fills", () -> open.size() < MOST_OPEN);
        open.put(order, true);
        send(order, false);
      }
      Deadline.await("the last fills", open::isEmpty);
      initiator.stop(true);
    } catch (IOException | ConfigError e) {
      throw new IllegalStateException(e);
    }
  }
}
