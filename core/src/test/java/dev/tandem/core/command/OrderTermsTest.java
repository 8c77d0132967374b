package dev.tandem.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OrderTermsTest {

  @Test
  void everyByteIsTheTermsOfOneOrderOrOfNone() {
    int known = 0;
    for (OrderType type : OrderType.values()) {
      for (TimeInForce time : TimeInForce.values()) {
        byte terms = OrderTerms.of(type, time);
        assertThat(OrderTerms.isKnown(terms)).isTrue();
        assertThat(OrderTerms.timeInForce(terms)).isEqualTo(time);
        boolean rests = time.rests() && type.mayRest();
        assertThat(OrderTerms.rests(terms)).isEqualTo(rests);
        assertThat(OrderTerms.isImmediate(terms)).isEqualTo(!rests);
        assertThat(OrderTerms.isLimit(terms)).isEqualTo(type == OrderType.LIMIT);
        assertThat(OrderTerms.hasTrigger(terms)).isEqualTo(type.hasTrigger());
        assertThat(OrderTerms.mayLackPrice(terms)).isEqualTo(type.mayLackPrice());
        assertThat(TimeInForce.ofFix(time.fix())).isEqualTo(time);
        known++;
      }
    }
    int found = 0;
    for (int terms = Byte.MIN_VALUE; terms <= Byte.MAX_VALUE; terms++) {
      found += OrderTerms.isKnown(terms) ? 1 : 0;
    }
    assertThat(found).isEqualTo(known);
  }

  /** They are on disk. */
  @Test
  void theTermsOfALimitOrderAreItsTimeInForce() {
    assertThat(OrderTerms.of(OrderType.LIMIT, TimeInForce.GTC)).isZero();
    assertThat(OrderTerms.of(OrderType.LIMIT, TimeInForce.IOC)).isEqualTo((byte) 1);
  }

  @Test
  void whatStandsForNothingIsNamedByItsNumber() {
    assertThat(OrderTerms.nameOf(1)).isEqualTo("IOC");
    assertThat(OrderTerms.nameOf(0x11)).isEqualTo("MARKET IOC");
    assertThat(OrderTerms.nameOf(0x1f)).isEqualTo("type 31");
    assertThat(OrderTerms.nameOf(-1)).isEqualTo("type -1");
    assertThatThrownBy(() -> TimeInForce.of(15)).hasMessageContaining(TimeInForce.listed());
    assertThat(TimeInForce.ofFix('9')).isNull();
  }
}
