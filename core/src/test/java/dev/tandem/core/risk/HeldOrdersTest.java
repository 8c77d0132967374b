package dev.tandem.core.risk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeldOrdersTest {

  private record Key(int user, int symbol, long orderId) {}

  @Test
  void behavesLikeAMap() {
    HeldOrders orders = new HeldOrders(1, true);
    Map<Key, Integer> reference = new HashMap<>();
    List<Key> live = new ArrayList<>();
    Random random = new Random(11);
    for (int i = 0; i < 300_000; i++) {
      // Grows to thousands, then shrinks, again and again.
      boolean growing = (i / 10_000 & 1) == 0;
      if (live.isEmpty() || random.nextInt(100) < (growing ? 70 : 30)) {
        Key key =
            new Key(
                random.nextInt(50),
                random.nextInt(3),
                random.nextBoolean() ? random.nextLong() | 1 : 1 + random.nextInt(500));
        Integer known = reference.get(key);
        int found = orders.find(key.user, key.symbol, key.orderId);
        assertThat(found).isEqualTo(known == null ? HeldOrders.NONE : known);
        if (known == null) {
          int handle = orders.add(key.user, key.symbol, key.orderId, (byte) (i & 1));
          orders.describe(handle, key.user, key.symbol, 7, 9);

          reference.put(key, handle);
          live.add(key);
        }
      } else {
        int at = random.nextInt(live.size());
        Key key = live.set(at, live.get(live.size() - 1));
        live.remove(live.size() - 1);
        int handle = reference.remove(key);
        assertThat(orders.user(handle)).isEqualTo(key.user);
        assertThat(orders.symbol(handle)).isEqualTo(key.symbol);
        orders.remove(handle);
        assertThat(orders.find(key.user, key.symbol, key.orderId)).isEqualTo(HeldOrders.NONE);
      }
      assertThat(orders.size()).isEqualTo(live.size());
      if (i % 5_000 == 0) {
        reference.forEach(
            (k, handle) -> assertThat(orders.find(k.user, k.symbol, k.orderId)).isEqualTo(handle));
      }
    }
  }

  @Test
  void keepsWhatItIsGiven() {
    HeldOrders orders = new HeldOrders(4, true);
    int handle = orders.add(3, 2, -5, (byte) 1);
    orders.describe(handle, 30, 40, 11, 12);
    orders.price(handle, 100);
    orders.open(handle, 20);
    orders.held(handle, 2_000);
    assertThat(orders.user(handle)).isEqualTo(30);
    assertThat(orders.symbol(handle)).isEqualTo(40);
    assertThat(orders.side(handle)).isEqualTo((byte) 1);
    assertThat(orders.price(handle)).isEqualTo(100);
    assertThat(orders.open(handle)).isEqualTo(20);
    assertThat(orders.held(handle)).isEqualTo(2_000);
    assertThat(orders.holdAccount(handle)).isEqualTo(11);
    assertThat(orders.proceedsAccount(handle)).isEqualTo(12);
  }
}
