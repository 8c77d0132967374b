package dev.tandem.cluster;

import static dev.tandem.cluster.GatewayTable.Verdict.GAP;
import static dev.tandem.cluster.GatewayTable.Verdict.NEXT;
import static dev.tandem.cluster.GatewayTable.Verdict.REPEAT;
import static dev.tandem.cluster.GatewayTable.Verdict.STALE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Each command of each gateway once. */
class GatewayTableTest {

  private final GatewayTable table = new GatewayTable();

  private static byte[] bytes(GatewayTable of) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    of.write(Channels.newChannel(out));
    return out.toByteArray();
  }

  private static GatewayTable read(byte[] bytes) throws IOException {
    GatewayTable table = new GatewayTable();
    table.read(Channels.newChannel(new ByteArrayInputStream(bytes)));
    return table;
  }

  @Test
  void onlyTheNextOneOfTheOwnerIsTaken() {
    assertThat(table.take(3, 7, 1)).isEqualTo(STALE);
    assertThat(table.hello(3, 7)).isEqualTo(7);
    assertThat(table.take(3, 7, 2)).isEqualTo(GAP);
    assertThat(table.take(3, 7, 1)).isEqualTo(NEXT);
    assertThat(table.take(3, 7, 1)).isEqualTo(REPEAT);
    assertThat(table.take(3, 7, 0)).isEqualTo(REPEAT);
    assertThat(table.take(3, 7, 2)).isEqualTo(NEXT);
    assertThat(table.take(4, 7, 1)).isEqualTo(STALE);
  }

  @Test
  void aHelloThatComesAgainOrLateChangesNothing() {
    table.hello(1, 10);
    table.take(1, 10, 1);
    assertThat(table.hello(1, 10)).isEqualTo(10);
    assertThat(table.take(1, 10, 1)).isEqualTo(REPEAT);
    assertThat(table.hello(1, 11)).isEqualTo(11);
    assertThat(table.hello(1, 10)).isEqualTo(11);
    assertThat(table.take(1, 10, 2)).isEqualTo(STALE);
    assertThat(table.take(1, 11, 1)).isEqualTo(NEXT);
  }

  @Test
  void ownersCountsAndTermAreInTheSnapshot() throws IOException {
    table.hello(2, 5);
    table.take(2, 5, 1);
    table.hello(1, 9);
    table.setTerm(4);
    GatewayTable restored = read(bytes(table));
    assertThat(restored.term()).isEqualTo(4);
    assertThat(restored.take(2, 5, 1)).isEqualTo(REPEAT);
    assertThat(restored.take(2, 5, 2)).isEqualTo(NEXT);
    assertThat(restored.take(1, 9, 1)).isEqualTo(NEXT);

    GatewayTable other = new GatewayTable();
    other.hello(1, 9);
    other.hello(2, 5);
    other.take(2, 5, 1);
    other.setTerm(4);
    assertThat(bytes(other)).isEqualTo(bytes(table));
  }

  @Test
  void bytesThatAreCutOrFlippedAreRefused() throws IOException {
    table.hello(2, 5);
    table.hello(1, 9);
    byte[] whole = bytes(table);
    for (int at = 0; at < whole.length; at++) {
      byte[] cut = Arrays.copyOf(whole, at);
      assertThatThrownBy(() -> read(cut)).as("cut at %d", at).isInstanceOf(IOException.class);
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      assertThatThrownBy(() -> read(flipped))
          .as("flipped at %d", at)
          .isInstanceOf(IOException.class);
    }
  }
}
