package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TradeHashTest {

  private static long hash(List<long[]> trades) {
    TradeHash hash = new TradeHash();
    trades.forEach(t -> hash.add(t[0], t[1], t[2], t[3]));
    return hash.value();
  }

  /** Another taker, maker, price, quantity or order of the same trades is another hash. */
  @Test
  void everythingCounts() {
    long[] one = {11, 12, 100, 5};
    long[] other = {13, 14, 101, 6};
    Set<Long> hashes = new HashSet<>();
    hashes.add(hash(List.of(one, other)));
    hashes.add(hash(List.of(other, one)));
    hashes.add(hash(List.of(one)));
    hashes.add(hash(List.of(one, other, one)));
    hashes.add(hash(List.of(new long[] {12, 11, 100, 5}, other)));
    for (int i = 0; i < one.length; i++) {
      long[] changed = one.clone();
      changed[i]++;
      hashes.add(hash(List.of(changed, other)));
      hashes.add(hash(List.of(other, changed)));
    }
    assertThat(hashes).hasSize(5 + 2 * one.length);
    assertThat(hash(List.of(one, other))).isEqualTo(hash(List.of(one.clone(), other.clone())));
  }
}
