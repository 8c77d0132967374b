package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.ApplicationAdapter;
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

/**
 * {@code tandem serve} is killed again and again, and its connections cut, under a client of FIX
 * that sends what was not reported once more: every order is there, and each once.
 */
class ServeFixKillTest {

  private static final int KILLS = ServeKillTest.KILLS;
  private static final int ORDERS = CrashScale.isFull() ? 100_000 : 2_000;
  private static final int UNREPORTED = 100;

  @TempDir private Path directory;

  /** Remembers what was not reported. */
  private static final class Client extends ApplicationAdapter {
    private final SessionID id;
    private final String secret;
    private final Map<Long, Boolean> unreported = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    Client(String key) {
      id = new SessionID("FIX.4.4", key.substring(0, key.indexOf('.')), "TANDEM");
      secret = key;
    }

    @Override
    public void toAdmin(Message message, SessionID session) {
      try {
        if (message.getHeader().getString(35).equals("A")) {
          message.setString(554, secret);
        }
      } catch (FieldNotFound e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void onLogon(SessionID session) {
      unreported.keySet().forEach(order -> send(order, true));
    }

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound {
      char type = message.isSetField(150) ? message.getChar(150) : '?';
      if (type != '0' && type != 'I') {
        wrong.add(message.toString());
      }
      unreported.remove(Long.parseLong(message.getString(11)));
    }

    void place(long order) {
      unreported.put(order, true);
      send(order, false);
    }

    private void send(long order, boolean again) {
      Message message = new NewOrderSingle();
      if (again) {
        message.getHeader().setBoolean(97, true);
      }
      message.setString(11, Long.toString(order));
      message.setString(1, "1");
      message.setString(55, "1");
      message.setChar(54, '2');
      message.setString(38, "1");
      message.setChar(40, '2');
      message.setString(44, Long.toString(100 + order % 50));
      message.setChar(59, '1');
      message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
      try {
        Session.sendToTarget(message, id);
      } catch (SessionNotFound e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void everyOrderIsThereOnce() throws Exception {
    String[] options = {"--orders-per-second=0", "--fix=0"};
    ServeProcess server = new ServeProcess(directory.resolve("exchange"), null, options);
    try (CuttableProxy proxy = new CuttableProxy(server.fixPort())) {
      String key = server.key();
      ServeKillTest.prepare(server);
      Client client = new Client(key);
      SessionSettings settings = new SessionSettings();
      settings.setString("ConnectionType", "initiator");
      settings.setString("SocketConnectHost", "127.0.0.1");
      settings.setString("SocketConnectPort", Integer.toString(proxy.port()));
      settings.setString("HeartBtInt", "10");
      settings.setString("ReconnectInterval", "1");
      settings.setString("NonStopSession", "Y");
      settings.setString("FileStorePath", directory.resolve("client").toString());
      settings.setString(client.id, "ConnectionType", "initiator");
      SocketInitiator initiator =
          new SocketInitiator(
              client,
              new FileStoreFactory(settings),
              settings,
              new ScreenLogFactory(false, false, false),
              new DefaultMessageFactory());
      initiator.start();
      try {
        int broken = 0;
        for (int order = 1; order <= ORDERS; order++) {
          Deadline.await("reports", () -> client.unreported.size() < UNREPORTED);
          client.place(order);
          if (broken < 2 * KILLS && order > ORDERS * (broken + 1L) / (2 * KILLS + 1)) {
            broken++;
            if (broken % 2 == 0) {
              Deadline.await("a connection to cut", () -> proxy.cut() > 0);
            } else {
              server.kill();
              server.close();
              server = new ServeProcess(directory.resolve("exchange"), key, options);
              proxy.to(server.fixPort());
            }
          }
        }
        Deadline.await("the last reports", client.unreported::isEmpty);
      } finally {
        initiator.stop(true);
      }
      assertThat(client.wrong).isEmpty();
      String open = server.get("/v1/users/1/orders").body();
      assertThat(open.split("\"order\":", -1)).hasSize(ORDERS + 1);
      assertThat(server.get("/v1/users/1/balances").body())
          .contains("\"available\":" + (ServeKillTest.LOTS_OF_ALL - ORDERS))
          .contains("\"held\":" + ORDERS);
      assertThat(server.stop()).isZero();
    } finally {
      server.close();
    }
  }
}
