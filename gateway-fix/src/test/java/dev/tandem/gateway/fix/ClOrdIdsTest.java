package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.gateway.fix.Execution.State;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which number a text has, by session and day, and the file of them. */
class ClOrdIdsTest {

  private static final long CLIENT = 3L << 32 | 7;
  private static final long OTHER = 3L << 32 | 8;

  @TempDir Path directory;
  private Instant now = Instant.parse("2026-11-30T23:59:00Z");
  private final ClOrdIds ids = new ClOrdIds(() -> now);

  private NameFile file() {
    return new NameFile(directory.resolve("fix").resolve("names"), true);
  }

  private void days(int days) {
    now = now.plus(Duration.ofDays(days));
  }

  private static long number(ClOrdIds ids, String text) throws RefusedOrderException {
    return ids.of(CLIENT).number(text, false);
  }

  private long again(String text) throws RefusedOrderException {
    return ids.of(CLIENT).number(text, true);
  }

  private static State order(long number) {
    return new State(
        CLIENT,
        1,
        1,
        number,
        (byte) 1,
        30,
        Long.toString(number),
        5,
        5,
        0,
        BigInteger.ZERO,
        new Place(1, 0),
        null,
        State.Phase.AWAKE);
  }

  @Test
  void whatIsANumberIsItself() throws Exception {
    assertThat(number(ids, "1")).isEqualTo(1);
    String last = Long.toString(ClOrdIds.FIRST - 1);
    assertThat(number(ids, last)).isEqualTo(ClOrdIds.FIRST - 1);
    assertThat(ids.text(last)).isEqualTo(last);
    assertThat(ids.of(CLIENT).named("17")).isEqualTo(17);
    assertThat(ids.hasUnwritten()).isFalse();
    for (String text :
        List.of("0", "-1", "+1", "01", " 1", "1 ", Long.toString(ClOrdIds.FIRST), "9".repeat(30))) {
      long number = number(ids, text);
      assertThat(number).as(text).isGreaterThan(ClOrdIds.FIRST);
      assertThat(ids.text(Long.toString(number))).isEqualTo(text);
      assertThat(ids.of(CLIENT).named(text)).isEqualTo(number);
    }
  }

  @Test
  void numbersRiseInASessionAndNoTwoSessionsShareOne() throws Exception {
    long a = number(ids, "a");
    assertThat(number(ids, "b")).isEqualTo(a + 1);
    assertThat(number(ids, "a")).isEqualTo(a);
    long others = ids.of(OTHER).number("a", false);
    assertThat(others - a).isGreaterThan(1L << 32);
    assertThat(ids.of(OTHER).named("b")).isZero();
    // Where the file was lost, they continue above what there was.
    days(1);
    ClOrdIds lost = new ClOrdIds(() -> now);
    assertThat(number(lost, "c")).isBetween(a + 1_000_000, others - 1);
  }

  @Test
  void aTextIsOneCommandsForADay() throws Exception {
    long yesterdays = number(ids, "a");
    long kept = number(ids, "kept");
    days(1);
    ids.roll(List.of());
    assertThat(again("a")).isEqualTo(yesterdays);
    assertThat(ids.of(CLIENT).named("a")).isEqualTo(yesterdays);
    long todays = number(ids, "a");
    assertThat(todays).isGreaterThan(yesterdays);
    assertThat(again("a")).isEqualTo(todays);
    assertThat(ids.text(Long.toString(yesterdays))).isEqualTo("a");
    days(1);
    ids.roll(List.of(order(kept)));
    assertThat(ids.text(Long.toString(yesterdays))).isEqualTo(Long.toString(yesterdays));
    assertThat(ids.of(CLIENT).named("a")).isEqualTo(todays);
    assertThat(ids.text(Long.toString(kept))).isEqualTo("kept");
    assertThat(ids.of(CLIENT).named("kept")).isEqualTo(kept);
    assertThat(again("kept")).isGreaterThan(todays);
  }

  /** A clock that is set back frees no text. */
  @Test
  void daysDoNotGoBack() throws Exception {
    days(1);
    ids.roll(List.of());
    long number = number(ids, "a");
    days(-1);
    assertThat(ids.isNextDay()).isFalse();
    ids.roll(List.of());
    assertThat(number(ids, "a")).isEqualTo(number);
  }

  @Test
  void textsOfADayAreLimited() throws Exception {
    for (int i = 0; i < ClOrdIds.MOST_OF_DAY; i++) {
      number(ids, "text " + i);
    }
    assertThatThrownBy(() -> number(ids, "one more"))
        .isInstanceOfSatisfying(
            RefusedOrderException.class,
            e -> assertThat(e.refused().orderReason()).isEqualTo(Refused.ABOVE_LIMIT));
    assertThat(number(ids, "text 1")).isGreaterThan(ClOrdIds.FIRST);
    assertThat(number(ids, "17")).isEqualTo(17);
    days(1);
    ids.roll(List.of());
    assertThat(number(ids, "one more")).isGreaterThan(ClOrdIds.FIRST);
  }

  @Test
  void textsOfOtherCharactersAreRefused() throws Exception {
    assertThat(number(ids, "x".repeat(36))).isGreaterThan(ClOrdIds.FIRST);
    for (String text : List.of("x".repeat(37), "é", "a\tb", "a\u007f")) {
      assertThatThrownBy(() -> number(ids, text)).isInstanceOf(RefusedOrderException.class);
    }
  }

  /** Also of two days' with one text, and a session of whose names none is left. */
  @Test
  void theFileHasThem() throws Exception {
    Files.createDirectories(directory.resolve("fix"));
    NameFile file = file();
    assertThat(file.read()).isEmpty();
    long first = number(ids, "a b ");
    ids.of(OTHER).number("-", false);
    file.begin(ids.all());
    ids.takeUnwritten();
    days(1);
    ids.roll(List.of());
    long second = number(ids, "a b ");
    file.add(ids.takeUnwritten());
    assertThat(loaded().of(CLIENT).named("a b ")).isEqualTo(second);
    assertThat(loaded().of(OTHER).named("-")).isEqualTo(ids.of(OTHER).named("-"));
    file.begin(ids.all());
    file.close();
    ClOrdIds loaded = loaded();
    assertThat(loaded.of(CLIENT).named("a b ")).isEqualTo(second);
    assertThat(loaded.text(Long.toString(first))).isEqualTo("a b ");
    days(7);
    loaded.roll(List.of());
    file.begin(loaded.all());
    file.close();
    assertThat(loaded().text(Long.toString(second))).isEqualTo(Long.toString(second));
    assertThat(number(loaded(), "new")).isEqualTo(second + 1);
  }

  /** Wherever a kill has cut the last line, the ones before it are whole. */
  @Test
  void aTornLineIsNone() throws Exception {
    Files.createDirectories(directory.resolve("fix"));
    NameFile file = file();
    long whole = number(ids, "whole");
    number(ids, "the torn one");
    file.begin(ids.takeUnwritten());
    file.close();
    Path path = directory.resolve("fix").resolve("names");
    byte[] all = Files.readAllBytes(path);
    int end = new String(all, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
    for (int length = end; length < all.length - 1; length++) {
      Files.write(path, java.util.Arrays.copyOf(all, length));
      ClOrdIds loaded = loaded();
      assertThat(loaded.of(CLIENT).named("whole")).isEqualTo(whole);
      List<String> others = new ArrayList<>();
      loaded.all().forEach(name -> others.add(name.text()));
      assertThat(others).as("cut at " + length).containsOnly("whole", null);
    }
    Files.writeString(path, "nothing of this\n1 2 3\n1 x 3 1 a\n", StandardOpenOption.APPEND);
    assertThat(loaded().of(CLIENT).named("whole")).isEqualTo(whole);
  }

  private ClOrdIds loaded() throws IOException {
    ClOrdIds loaded = new ClOrdIds(() -> now);
    loaded.load(file().read());
    return loaded;
  }
}
