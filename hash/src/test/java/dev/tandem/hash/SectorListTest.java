package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lists of entries against the bytes that their layout picks, gathered by a plain loop. */
class SectorListTest {

  private static byte[] gathered(SectorList list) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < list.size(); i++) {
      byte[] entry = list.entry(i).toArray(ValueLayout.JAVA_BYTE);
      for (int at = 0; at < entry.length; at += list.layout().sectorBytes()) {
        all.write(entry, at, Math.min(list.layout().hashedBytes(), entry.length - at));
      }
    }
    return all.toByteArray();
  }

  private static void check(Implementation implementation, SectorList list) {
    byte[] all = gathered(list);
    Xxh64 xxh64 = Hashing.xxh64(implementation, 3);
    Xxh3 xxh3 = Hashing.xxh3(implementation, 3);
    byte[] secret = Inputs.sanity(200);
    assertThat(list.hashedBytes()).isEqualTo(all.length);
    assertThat(xxh64.hash(list)).isEqualTo(xxh64.hash(all));
    assertThat(xxh3.hash(list)).isEqualTo(xxh3.hash(all));
    assertThat(xxh3.hash128(list)).isEqualTo(xxh3.hash128(all));
    assertThat(Hashing.xxh3(implementation, secret).hash(list))
        .isEqualTo(Hashing.xxh3(implementation, secret).hash(all));
  }

  @Test
  void oneEntryOfSixteenSectors() {
    for (Implementation implementation : Inputs.implementations()) {
      Xxh64 xxh64 = Hashing.xxh64(implementation, 0);
      Xxh3 xxh3 = Hashing.xxh3(implementation, 0);
      SectorList zeros = new SectorList(SectorLayout.T10).add(new byte[8320]);
      SectorList ramp = new SectorList(SectorLayout.T10).add(Inputs.ramp(8320));
      assertThat(xxh64.hash(zeros)).isEqualTo(0x2b5073505a48fb4L);
      assertThat(xxh64.hash(zeros)).isEqualTo(xxh64.hash(new byte[8192]));
      assertThat(xxh64.hash(ramp)).isEqualTo(0xe91ec40eacddd7abL);
      assertThat(xxh3.hash(ramp)).isEqualTo(0x976674c2f1b10fe3L);
    }
  }

  @Test
  void entriesOfEveryLength() {
    int[][] layouts = {{520, 512}, {512, 512}, {64, 64}, {65, 64}, {96, 32}, {7, 3}, {600, 257}};
    byte[] bytes = Inputs.ramp(2700);
    for (Implementation implementation : Inputs.implementations()) {
      for (int[] layout : layouts) {
        SectorList list = new SectorList(new SectorLayout(layout[0], layout[1]));
        for (int length = 0; length <= bytes.length; length += 1 + length / 100) {
          check(implementation, list.clear().add(bytes, 0, length));
        }
      }
    }
  }

  @Test
  void manyEntriesOfManyKinds() {
    Random random = new Random(19);
    byte[] bytes = Inputs.ramp(200_000);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment outside = Inputs.outsideHeap(bytes, arena);
      for (Implementation implementation : Inputs.implementations()) {
        for (int round = 0; round < 200; round++) {
          int sector = round % 2 == 0 ? 520 : 1 + random.nextInt(700);
          int hashed = round % 2 == 0 ? 512 : 1 + random.nextInt(sector);
          SectorList list = new SectorList(new SectorLayout(sector, hashed));
          for (int i = random.nextInt(12); i > 0; i--) {
            int length =
                switch (random.nextInt(4)) {
                  case 0 -> 16 * sector;
                  case 1 -> random.nextInt(100);
                  case 2 -> random.nextInt(160_000);
                  default -> random.nextInt(9000);
                };
            int offset = random.nextInt(40_000);
            if (random.nextBoolean()) {
              list.add(bytes, offset, length);
            } else {
              list.add(outside.asSlice(offset, length));
            }
          }
          check(implementation, list);
        }
      }
    }
  }

  /** The length comes from the entries, not from their number. */
  @Test
  void shortAndEmptyLists() {
    for (Implementation implementation : Inputs.implementations()) {
      Xxh64 xxh64 = Hashing.xxh64(implementation, 0);
      SectorList list = new SectorList(SectorLayout.T10);
      assertThat(xxh64.hash(list)).isEqualTo(0xEF46DB3751D8E999L);
      for (int length = 0; length < 40; length++) {
        byte[] bytes = Inputs.ramp(length);
        assertThat(xxh64.hash(list.clear().add(bytes))).isEqualTo(xxh64.hash(bytes));
      }
    }
  }

  @Test
  void layoutsThatCannotFitAreRefused() {
    assertThatThrownBy(() -> new SectorLayout(512, 513))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("513");
    assertThatThrownBy(() -> new SectorLayout(512, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SectorLayout(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SectorLayout(-1, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
