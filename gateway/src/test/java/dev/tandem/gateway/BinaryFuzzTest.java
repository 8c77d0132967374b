package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.Side;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever bytes come: the gateway continues, and serves others. {@link FuzzTime} says for how
 * long.
 */
class BinaryFuzzTest {

  private static final int TRIES = 20;

  /** Of both properties: they share the time. */
  private static final int ALL_TRIES = 2 * TRIES;

  private static final List<FuzzedGateway> FUZZED = new ArrayList<>();

  private static Gateway gateway;
  private static String key;
  private static long sequence;

  @BeforeContainer
  static void start() throws IOException {
    for (int loops = 1; loops <= 2; loops++) {
      int those = loops;
      FuzzedGateway fuzzed = new FuzzedGateway(settings -> settings.loops(those));
      FUZZED.add(fuzzed);
      new Client(fuzzed.gateway(), fuzzed.key()).prepare();
    }
  }

  @AfterContainer
  static void stop() throws IOException {
    for (FuzzedGateway fuzzed : FUZZED) {
      fuzzed.close();
    }
  }

  /** One loop, or one for the connections beside that of the sessions. */
  private static void useOne(SplittableRandom random) {
    FuzzedGateway fuzzed = FUZZED.get(random.nextInt(FUZZED.size()));
    gateway = fuzzed.gateway();
    key = fuzzed.key();
  }

  /** Others are served as before. */
  private static void assertServes() throws IOException {
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 200, 0)) {
      sequence++;
      client.place(sequence, 1, sequence, Side.SELL, 30, 1);
      assertThat(answered(client)).isEqualTo(sequence);
      sequence++;
      client.cancel(sequence, 1, sequence - 1);
      assertThat(answered(client)).isEqualTo(sequence);
    }
  }

  /**
   * The sequence of the next command that is answered. Mutated messages may leave orders, by whose
   * ids and holds this one is refused, or which fill it.
   */
  private static long answered(BinaryClient client) throws IOException {
    int template = client.next();
    while (template == Fill.ID) {
      template = client.next();
    }
    if (template == Reject.ID) {
      return new Reject().over(client.bytes, 0).sequence();
    }
    assertThat(template).isEqualTo(ExecutionReport.ID);
    return new ExecutionReport().over(client.bytes, 0).sequence();
  }

  /** Reads what comes until the gateway closes; it may not be silent for ever. */
  private static void drain(BinaryClient client) throws IOException {
    client.socket().shutdownOutput();
    byte[] bytes = new byte[4_096];
    try {
      while (client.socket().getInputStream().read(bytes) >= 0) {
        // Whatever it says.
      }
    } catch (java.net.SocketException e) {
      // Closed with bytes unread.
    }
  }

  @Property(tries = TRIES)
  void noise(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    useOne(random);
    FuzzTime time = new FuzzTime(5, ALL_TRIES);
    while (time.next()) {
      byte[] bytes = new byte[random.nextInt(1, 3_000)];
      random.nextBytes(bytes);
      try (BinaryClient client = new BinaryClient(gateway)) {
        client.send(bytes, bytes.length);
        drain(client);
      } catch (java.net.SocketException e) {
        // Closed while it was sent.
      }
    }
    assertServes();
  }

  /** After a logon: messages with broken headers and any values in their fields. */
  @Property(tries = TRIES)
  void mutatedMessages(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    useOne(random);
    FuzzTime time = new FuzzTime(5, ALL_TRIES);
    while (time.next()) {
      try (BinaryClient client = new BinaryClient(gateway).logon(key, random.nextInt(100), 1)) {
        int messages = random.nextInt(1, 40);
        for (int i = 0; i < messages; i++) {
          Message<?> message =
              client.order(1 + random.nextInt(300), 1, random.nextInt(9), Side.SELL, 30, 1);
          byte[] bytes = client.bytes.array();
          bytes[2] = (byte) random.nextInt(1, 10);
          if ((bytes[2] == 1 || bytes[2] == 9) && random.nextInt(10) > 0) {
            bytes[2] = 2;
          }
          int mutations = random.nextInt(4);
          for (int m = 0; m < mutations; m++) {
            int at = random.nextInt(20) == 0 ? random.nextInt(8) : 8 + random.nextInt(48);
            bytes[at] = (byte) random.nextInt();
          }
          client.send(bytes, message.length());
        }
        drain(client);
      } catch (java.net.SocketException e) {
        // Closed while it was sent.
      }
    }
    assertServes();
    assertThat(gateway.failure()).isNotDone();
  }
}
