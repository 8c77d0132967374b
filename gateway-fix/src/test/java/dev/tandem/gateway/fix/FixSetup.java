package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.orderentry.OrderLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import quickfix.Message;

/** A gateway with FIX, two users who trade and one who only reads. */
abstract class FixSetup {

  static final char BUY = '1';
  static final char SELL = '2';
  static final char NEW = '0';
  static final char PARTIALLY = '1';
  static final char FILLED = '2';
  static final char CANCELED = '4';
  static final char REPLACED = '5';
  static final char TRADE = 'F';
  static final char STATUS = 'I';

  @TempDir Path directory;
  Gateway gateway;
  Rest rest;
  String admin;
  String one;
  String two;
  String reader;

  @BeforeEach
  void start() throws IOException {
    Path exchange = Files.createDirectories(directory.resolve("exchange"));
    KeyFile keys = KeyFile.open(exchange.resolve("keys.json"));
    admin = keys.add("admin", Role.ADMIN, Set.of());
    one = keys.add("one", Role.TRADE, Set.of(1L));
    two = keys.add("two", Role.TRADE, Set.of(2L));
    reader = keys.add("reader", Role.READ, Set.of(1L));
    gateway = gateway();
    rest = new Rest(gateway, admin);
    rest.prepare();
  }

  Gateway gateway() throws IOException {
    return gateway(directory.resolve("exchange"));
  }

  static Gateway gateway(Path exchange) throws IOException {
    return Gateway.start(
        GatewaySettings.in(exchange)
            .port(0)
            .fixPort(0)
            .segmentBytes(1 << 20)
            .orderLimits(
                new OrderLimits(
                    0,
                    0,
                    new OrderLimits.OfSymbol(0, 0, 0),
                    Map.of(1, new OrderLimits.OfSymbol(500, 0, 0))))
            .build());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  FixClient client(String key, int session) throws InterruptedException {
    return connecting(key, session).loggedOn();
  }

  /**
   * Without waiting for the logon, which QuickFIX/J sends a second after its start: two clients can
   * wait for theirs together.
   */
  FixClient connecting(String key, int session) {
    return new FixClient(
        gateway.fixAddress().orElseThrow().getPort(),
        key,
        session,
        directory.resolve("client-" + key.charAt(0) + session));
  }

  static Message again(Message message) {
    message.getHeader().setBoolean(97, true);
    return message;
  }

  /** An order with these fields, {@code tag=value} each, beside ClOrdID, account and symbol. */
  static Message order(long id, char side, String... fields) {
    Message order = FixClient.order(id, "1", "1", side, "0", "0");
    for (int tag : new int[] {38, 40, 44, 59}) {
      order.removeField(tag);
    }
    return with(order, fields);
  }

  static Message with(Message message, String... fields) {
    for (String field : fields) {
      int equals = field.indexOf('=');
      message.setString(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
    }
    return message;
  }

  static void has(Message report, String... fields) throws Exception {
    for (String field : fields) {
      int equals = field.indexOf('=');
      int tag = Integer.parseInt(field.substring(0, equals));
      assertThat(report.isSetField(tag)).as(field + " in " + report).isTrue();
      assertThat(report.getString(tag)).as(field).isEqualTo(field.substring(equals + 1));
    }
  }
}
