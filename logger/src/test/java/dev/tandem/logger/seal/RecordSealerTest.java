package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecordSealerTest {
  private static final byte[] TEXT = "a record of the audit".getBytes(StandardCharsets.UTF_8);

  @Test
  void recordOpensOnlyInItsPlaceWithItsWord() throws SealException {
    try (RecordSealer sealer = RecordSealer.create(SealedFiles.ring(), "run", 4, "f")) {
      byte[] sealed = seal(sealer, 64, 21);
      byte[] plain = new byte[TEXT.length];
      assertThat(sealer.open(64, 21, sealed, 0, sealed.length, plain, 0)).isTrue();
      assertThat(plain).isEqualTo(TEXT);
      assertThat(sealer.open(72, 21, sealed, 0, sealed.length, plain, 0)).isFalse();
      assertThat(sealer.open(64, 22, sealed, 0, sealed.length, plain, 0)).isFalse();
      assertThat(sealer.open(64, 21, sealed, 0, 15, plain, 0)).isFalse();
      for (int bit = 0; bit < 8 * sealed.length; bit++) {
        byte[] flipped = sealed.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        assertThat(sealer.open(64, 21, flipped, 0, flipped.length, plain, 0)).isFalse();
      }
    }
  }

  @Test
  void recordOfAnotherFileOfTheSameKeyIsRefused() throws SealException {
    try (RecordSealer one = RecordSealer.create(SealedFiles.ring(), "run", 4, "f");
        RecordSealer two = RecordSealer.create(SealedFiles.ring(), "run", 4, "f")) {
      byte[] sealed = seal(one, 0, 0);
      assertThat(two.open(0, 0, sealed, 0, sealed.length, new byte[TEXT.length], 0)).isFalse();
      assertThat(seal(two, 0, 0)).isNotEqualTo(sealed);
    }
  }

  @Test
  void headerOpensTheFileAgain() throws SealException {
    byte[] header;
    byte[] sealed;
    try (RecordSealer sealer = RecordSealer.create(SealedFiles.ring(), "run", 4, "f")) {
      header = sealer.header().toBytes();
      sealed = seal(sealer, 8, 1);
    }
    SealedHeader parsed = SealedHeader.parse(header, "f");
    assertThat(parsed.mode()).isEqualTo(SealMode.RECORDS);
    try (RecordSealer reader = RecordSealer.open(parsed, SealedFiles.ring(), "f")) {
      byte[] plain = new byte[TEXT.length];
      assertThat(reader.open(8, 1, sealed, 0, sealed.length, plain, 0)).isTrue();
      assertThat(plain).isEqualTo(TEXT);
    }
    KeyRing wrong = SealedFiles.ring("first", SealedFiles.key(9));
    assertThatThrownBy(() -> RecordSealer.open(parsed, wrong, "f"))
        .isInstanceOf(WrongKeyException.class);
  }

  @Test
  void closedSealerSealsNothing() throws SealException {
    RecordSealer sealer = RecordSealer.create(SealedFiles.ring(), "run", 4, "f");
    sealer.close();
    assertThatThrownBy(() -> seal(sealer, 0, 0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void threadsSealAtOnce() throws Exception {
    AtomicLong offset = new AtomicLong();
    Map<Long, byte[]> records = new ConcurrentHashMap<>();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (RecordSealer one = RecordSealer.create(SealedFiles.ring(), "run", 1, "f");
        RecordSealer two = RecordSealer.create(SealedFiles.ring(), "run", 2, "g")) {
      List<Callable<Void>> work = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        work.add(
            () -> {
              for (int i = 0; i < 2_000; i++) {
                long at = offset.getAndAdd(40);
                RecordSealer file = at % 80 == 0 ? one : two;
                records.put(at, seal(file, at, (int) (at / 8)));
              }
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      assertThat(records).hasSize(16_000);
      byte[] plain = new byte[TEXT.length];
      records.forEach(
          (at, record) -> {
            RecordSealer file = at % 80 == 0 ? one : two;
            Arrays.fill(plain, (byte) 0);
            assertThat(file.open(at, (int) (at / 8), record, 0, record.length, plain, 0)).isTrue();
            assertThat(plain).isEqualTo(TEXT);
          });
    } finally {
      threads.shutdownNow();
    }
  }

  private static byte[] seal(RecordSealer sealer, long offset, int clear) {
    byte[] sealed = new byte[TEXT.length + RecordSealer.OVERHEAD];
    sealer.seal(offset, clear, TEXT, 0, TEXT.length, sealed, 0);
    return sealed;
  }
}
