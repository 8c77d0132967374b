package dev.tandem.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts and numbers are each other's, for every number of decimals; what is none is refused. */
class DecimalsTest {

  private static final long[] EDGES = {
    0,
    1,
    -1,
    9,
    10,
    99,
    100,
    -100,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    922_337_203_685_477_580L,
    -922_337_203_685_477_581L
  };

  /** With any decimals, against the JDK's arithmetic. */
  private static void isItself(long number, int decimals) {
    String text = Decimals.text(number, decimals);
    assertThat(text).isEqualTo(BigDecimal.valueOf(number, decimals).toPlainString());
    assertThat(Decimals.parse(text, decimals)).isEqualTo(number);
    String shortest = new BigDecimal(text).stripTrailingZeros().toPlainString();
    assertThat(Decimals.parse(shortest, decimals)).as(shortest).isEqualTo(number);
    String sign = number < 0 ? "-" : "";
    String padded = sign + "00" + text.substring(sign.length()) + (decimals == 0 ? ".0" : "000");
    assertThat(Decimals.parse(padded, decimals)).as(padded).isEqualTo(number);
    String finer = text + (decimals == 0 ? ".001" : "001");
    assertThatExceptionOfType(ArithmeticException.class)
        .as(finer)
        .isThrownBy(() -> Decimals.parse(finer, decimals));
  }

  @Test
  void everyNumberComesBack() {
    Random random = new Random(5);
    for (int decimals = 0; decimals <= Decimals.MOST; decimals++) {
      for (long edge : EDGES) {
        isItself(edge, decimals);
      }
      for (int i = 0; i < 2_000; i++) {
        isItself(random.nextLong() >> random.nextInt(Long.SIZE), decimals);
      }
    }
  }

  @Test
  void everyTextIsTheNumberThatTheJdkReads() {
    Random random = new Random(6);
    String alphabet = "0123456789.-";
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int left = random.nextInt(24); left > 0; left--) {
        text.append(alphabet.charAt(random.nextInt(random.nextInt(10) == 0 ? 12 : 11)));
      }
      int decimals = random.nextInt(Decimals.MOST + 1);
      Object expected = expected(text.toString(), decimals);
      Object parsed;
      try {
        parsed = Decimals.parse(text, decimals);
      } catch (NumberFormatException | ArithmeticException e) {
        parsed = e.getClass();
      }
      assertThat(parsed).as("'%s' with %d decimals", text, decimals).isEqualTo(expected);
    }
  }

  private static Object expected(String text, int decimals) {
    if (!text.matches("-?[0-9]+(\\.[0-9]+)?")) {
      return NumberFormatException.class;
    }
    BigDecimal number = new BigDecimal(text).movePointRight(decimals).stripTrailingZeros();
    if (number.scale() > 0) {
      return ArithmeticException.class;
    }
    boolean fits = number.toBigInteger().bitLength() < Long.SIZE;
    return fits ? number.longValueExact() : NumberFormatException.class;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".",
        "-.",
        "+1",
        "1.",
        ".5",
        "-.5",
        "-1.",
        "1e5",
        "1E5",
        "NaN",
        "Infinity",
        "0x10",
        " 1",
        "1 ",
        "1 000",
        "1,5",
        "1_0",
        "1.2.3",
        "--1",
        "1-",
        "1d",
        "1f",
        "\u0661",
        "9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999"
      })
  void whatIsNoNumberIsRefused(String text) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> Decimals.parse(text, 0))
        .withMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "92233720368547758.07, 2, 9223372036854775807",
    "-92233720368547758.08, 2, -9223372036854775808",
    "9.223372036854775807, 18, 9223372036854775807",
    "0.000000000000000001, 18, 1",
    "-0, 2, 0",
    "100.25, 2, 10025",
    "100.250000000000000000000000000000, 2, 10025"
  })
  void theEdgesAreTaken(String text, int decimals, long number) {
    assertThat(Decimals.parse(text, decimals)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({"92233720368547758.08, 2", "-92233720368547758.09, 2", "10, 18", "9.3, 18"})
  void whatIsBeyondThemIsRefused(String text, int decimals) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> Decimals.parse(text, decimals))
        .withMessageContaining("does not fit");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 19, Integer.MAX_VALUE})
  void decimalsAreUpTo18(int decimals) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Decimals.parse("1", decimals));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Decimals.text(1, decimals));
  }
}
