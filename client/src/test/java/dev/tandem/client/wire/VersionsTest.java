package dev.tandem.client.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Readers and senders of two versions understand each other. */
class VersionsTest {

  private static final byte NOISE = (byte) 0xA5;

  /** A heartbeat as a later version may have it. */
  private static final class LaterHeartbeat extends Message<LaterHeartbeat> {
    static final int BLOCK = 48;

    LaterHeartbeat() {
      super(Heartbeat.ID, BLOCK, Heartbeat.BLOCK);
    }

    long number() {
      return int64(0);
    }

    LaterHeartbeat fill() {
      putInt64(0, 9);
      putInt64(8, 10);
      putInt32(16, 11);
      putUint16(20, 12);
      putUint8(22, 13);
      putBytes(23, 4, new byte[] {14, 15, 16, 17});
      putText(32, 8, "text");
      return this;
    }
  }

  private final ByteBuffer bytes = ByteBuffer.allocate(Message.HEADER + LaterHeartbeat.BLOCK);

  @Test
  void aMessageOfAnEarlierVersionHasZerosForWhatWasAdded() {
    Arrays.fill(bytes.array(), NOISE);
    Heartbeat heartbeat = new Heartbeat().start(bytes, 0).number(7);
    // The bytes end where the message does.
    ByteBuffer earlier = ByteBuffer.wrap(Arrays.copyOf(bytes.array(), heartbeat.length()));
    LaterHeartbeat later = new LaterHeartbeat().over(earlier, 0);
    assertThat(later.number()).isEqualTo(7);
    assertThat(later.int64(8)).isZero();
    assertThat(later.int32(16)).isZero();
    assertThat(later.uint32(16)).isZero();
    assertThat(later.uint16(20)).isZero();
    assertThat(later.uint8(22)).isZero();
    assertThat(later.bytes(23, 4)).containsExactly(0, 0, 0, 0);
    assertThat(later.text(32, 8)).isEmpty();
    assertThatThrownBy(() -> later.over(bytes, 0).fill())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("earlier version has no byte 8");
    assertThat(bytes.get(heartbeat.length())).isEqualTo(NOISE);
  }

  @Test
  void aMessageOfALaterVersionIsReadAsFarAsItIsKnown() {
    LaterHeartbeat later = new LaterHeartbeat().start(bytes, 0).fill();
    assertThat(new Heartbeat().over(bytes, 0).number()).isEqualTo(9);
    later.over(bytes, 0);
    assertThat(later.int64(8)).isEqualTo(10);
    assertThat(later.int32(16)).isEqualTo(11);
    assertThat(later.uint16(20)).isEqualTo(12);
    assertThat(later.uint8(22)).isEqualTo(13);
    assertThat(later.bytes(23, 4)).containsExactly(14, 15, 16, 17);
    assertThat(later.text(32, 8)).isEqualTo("text");
  }

  @Test
  void aFieldThatIsNotWholeIsNotThereAndABlockOfNoVersionIsRefused() {
    LaterHeartbeat later = new LaterHeartbeat().start(bytes, 0).fill();
    bytes.put(0, (byte) 15);
    assertThat(later.over(bytes, 0).int64(8)).isZero();
    assertThat(later.number()).isEqualTo(9);
    bytes.put(0, (byte) 7);
    assertThatThrownBy(() -> later.over(bytes, 0)).hasMessageContaining("expected 8 or more");
  }
}
