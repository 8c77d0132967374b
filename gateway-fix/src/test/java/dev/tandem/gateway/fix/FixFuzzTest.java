package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.FuzzTime;
import dev.tandem.gateway.FuzzedGateway;
import dev.tandem.gateway.Gateway;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Damaged messages whose length and sum are right, so that what reads the fields is reached.
 * Whatever they say, the gateway continues, answers by whole messages, and serves others. {@link
 * FuzzTime} says for how long.
 */
class FixFuzzTest {

  private static final int TRIES = 10;

  /** Of both properties: they share the time. */
  private static final int ALL_TRIES = 2 * TRIES;

  private static final int MOST_BODY = 3_900;

  /** Messages as clients send them: type and fields. */
  private static final String[][] MESSAGES = {
    {"F", "11=7|41=5|1=1|55=1|54=2|60=20261123-19:21:13.950|"},
    {"G", "11=8|41=5|1=1|55=1|54=2|38=4|40=2|44=31|59=1|60=20261123-19:21:13.950|"},
    {"0", ""},
    {"1", "112=there|"},
    {"2", "7=1|16=0|"},
    {"3", "45=2|371=54|373=1|58=no|"},
    {"4", "123=Y|36=9|"},
    {"5", "58=bye|"},
    {"H", "11=1|55=1|54=1|"},
    {"V", "262=x|263=0|264=1|267=1|269=0|146=1|55=1|"},
  };

  /** Fields that mean something: of the header, of orders, counts of groups, lengths of data. */
  private static final int[] TAGS = {
    1, 7, 8, 9, 10, 11, 16, 34, 35, 36, 37, 38, 40, 41, 43, 44, 49, 50, 52, 54, 55, 56, 57, 58, 59,
    60, 78, 79, 90, 91, 95, 96, 97, 98, 99, 108, 111, 112, 115, 122, 123, 141, 212, 213, 348, 349,
    354, 355, 369, 383, 384, 386, 453, 447, 448, 452, 553, 554, 627, 628, 789
  };

  private static final String[] VALUES = {
    "", "0", "-1", "1", "Y", "N", "2147483648", "9223372036854775807", "-9223372036854775808",
    "99999999999999999999", "1e999999999", "0.5", "1.0", "NaN", "\u00e9\u00ff", "=", "1=1",
        "8=FIX.4.4",
    "10=000", " 1", "+1", "20261123-19:21:13", "20260230-25:61:61.999999999", "FIX.4.2", "\u0000"
  };

  private static FuzzedGateway fuzzed;
  private static Gateway gateway;
  private static String key;
  private static Rest rest;
  private static int served;

  @BeforeContainer
  static void start() throws IOException {
    fuzzed = new FuzzedGateway(settings -> settings.fixPort(0));
    gateway = fuzzed.gateway();
    key = fuzzed.key();
    rest = new Rest(gateway, key);
    rest.prepare();
  }

  @AfterContainer
  static void stop() throws IOException {
    fuzzed.close();
  }

  /** Others are served as before; what rests goes, so that a long run fills no memory. */
  private static void assertServes() throws IOException {
    assertThat(gateway.failure()).isNotDone();
    for (int user = 1; user <= 2; user++) {
      rest.send("DELETE", "/v1/users/" + user + "/orders", "");
    }
    served++;
    try (Wire wire = new Wire(gateway, key)) {
      wire.sub = "50=200|";
      assertThat(wire.logon("141=Y|").read()).contains("|35=A|34=1|");
      assertThat(wire.say("D", Wire.order(served)).read())
          .contains("|35=8|")
          .contains("|11=" + served + "|");
    }
  }

  /** After a logon: every message that there is, and what it should not be. */
  @Property(tries = TRIES)
  void damagedMessages(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    FuzzTime time = new FuzzTime(5, ALL_TRIES);
    while (time.next()) {
      try (Wire wire = new Wire(gateway, key)) {
        wire.sub = "50=" + random.nextInt(8) + "|";
        assertThat(wire.logon("141=Y|").read()).contains("|35=A|");
        int messages = random.nextInt(1, 40);
        for (int i = 0; i < messages; i++) {
          wire.send(Wire.framed(next(wire, random)));
        }
        assertWhole(wire.drain());
      } catch (SocketException e) {
        // Closed while it was sent.
      }
    }
    assertServes();
  }

  /** Whoever has no session yet is told so, or let in. */
  @Property(tries = TRIES)
  void damagedLogons(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    FuzzTime time = new FuzzTime(10, ALL_TRIES);
    while (time.next()) {
      try (Wire wire = new Wire(gateway, key)) {
        wire.sub = "50=" + random.nextInt(8) + "|";
        wire.send(
            Wire.framed(damaged(wire.body("A", "98=0|108=30|554=" + key + "|141=Y|"), random)));
        wire.send(Wire.framed(damaged(wire.body("D", Wire.order(1)), random)));
        assertWhole(wire.drain());
      } catch (SocketException e) {
        // Closed while it was sent.
      }
    }
    assertServes();
  }

  private static String next(Wire wire, SplittableRandom random) {
    String[] message =
        random.nextBoolean()
            ? new String[] {"D", Wire.order(random.nextInt(1, 300))}
            : MESSAGES[random.nextInt(MESSAGES.length)];
    return damaged(wire.body(message[0], message[1]), random);
  }

  /** The same body with some fields gone, twice, in another place, or with other values. */
  private static String damaged(String body, SplittableRandom random) {
    List<String> fields = new ArrayList<>(Arrays.asList(body.split("\\|")));
    for (int damage = random.nextInt(4); damage > 0 && !fields.isEmpty(); damage--) {
      int at = random.nextInt(fields.size());
      String field = fields.get(at);
      switch (random.nextInt(7)) {
        case 0 -> fields.remove(at);
        case 1 -> fields.add(random.nextInt(fields.size() + 1), field);
        case 2 -> fields.set(at, fields.set(random.nextInt(fields.size()), field));
        case 3 -> fields.set(at, tag(random) + '=' + value(random));
        case 4 -> fields.set(at, field.substring(0, field.indexOf('=') + 1) + value(random));
        case 5 -> fields.add(random.nextInt(fields.size() + 1), tag(random) + '=' + value(random));
        default -> fields.set(at, bytes(random));
      }
    }
    String whole = String.join("|", fields) + (random.nextInt(50) == 0 ? "" : "|");
    return whole.length() > MOST_BODY ? whole.substring(0, MOST_BODY) + '|' : whole;
  }

  private static String tag(SplittableRandom random) {
    return random.nextInt(8) == 0
        ? Integer.toString(random.nextInt())
        : Integer.toString(TAGS[random.nextInt(TAGS.length)]);
  }

  private static String value(SplittableRandom random) {
    return switch (random.nextInt(10)) {
      case 0 -> bytes(random);
      case 1 -> "9".repeat(random.nextInt(3_000));
      case 2, 3 -> Long.toString(random.nextLong() >>> random.nextInt(64));
      default -> VALUES[random.nextInt(VALUES.length)];
    };
  }

  private static String bytes(SplittableRandom random) {
    StringBuilder all = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      all.append((char) random.nextInt(256));
    }
    return all.toString();
  }

  /** What the gateway says has its own length and sum, but for a last message that is cut off. */
  private static void assertWhole(String answers) {
    int at = 0;
    while (at < answers.length()) {
      int begin = answers.indexOf('\u0001', at) + 1;
      int end = answers.indexOf('\u0001', begin) + 1;
      if (begin == 0 || end == 0) {
        return;
      }
      assertThat(answers.substring(at, begin + 2)).isEqualTo("8=FIX.4.4\u00019=");
      int sum = end + Integer.parseInt(answers.substring(begin + 2, end - 1));
      if (answers.length() < sum + 7) {
        return;
      }
      assertThat(answers.substring(sum, sum + 7))
          .isEqualTo("10=%03d\u0001".formatted(Wire.sum(answers.substring(at, sum))));
      at = sum + 7;
    }
  }
}
