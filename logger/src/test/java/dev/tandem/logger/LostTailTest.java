package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.SegmentTail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A full segment whose last records are lost, and with them the word that closed it. */
class LostTailTest {
  private static final String TEXT = "a record of some length";

  @TempDir private Path temp;
  private Path live;
  private Path killed;
  private SealingProbe sealing;
  private MadeSegment made;
  private SegmentTail tail;

  @BeforeEach
  void make() throws IOException {
    live = Files.createDirectory(temp.resolve("live"));
    killed = temp.resolve("killed");
    sealing = new SealingProbe(SealMode.BLOCKS);
    made = new MadeSegment(live);
    tail = new SegmentTail(made.segment, sealing::openSink, 0);
  }

  /** Logs until a claim gets no place; returns where that one begins. */
  private long fill() {
    while (true) {
      long offset = made.claim(TEXT);
      if (offset + made.segment.stored(made.length(TEXT)) > made.info.capacity()) {
        return offset;
      }
      made.write(offset, TEXT);
    }
  }

  /** Kills the process, and loses what is behind an offset and the word that closed the segment. */
  private void lose(long from) throws IOException {
    made.kill(killed);
    Path plain = killed.resolve(made.info.file().getFileName());
    byte[] bytes = Files.readAllBytes(plain);
    Arrays.fill(bytes, (int) from, bytes.length, (byte) 0);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong((int) SegmentLayout.CLOSED_AT, 0);
    Files.write(plain, bytes);
  }

  private Logs.Content read() throws IOException {
    return Logs.read(killed, new KeyUnsealing(AbandonedTest.ring()));
  }

  /** By a reader, and by one after another store has sealed what was left. */
  private void expectHoleAt(long from) throws IOException {
    for (int i = 0; i < 2; i++) {
      Logs.Content content = read();
      assertThat(content.gaps()).singleElement().extracting(LogHole::offset).isEqualTo(from);
      assertThat(content.holes()).isPositive();
      assertThat(content.damage()).isEmpty();
      LogStore.open(killed, Logs.small().sealing(sealing).build()).close();
    }
  }

  private void expectSound() throws IOException {
    for (int i = 0; i < 2; i++) {
      Logs.Content content = read();
      assertThat(content.gaps()).isEmpty();
      assertThat(content.damage()).isEmpty();
      LogStore.open(killed, Logs.small().sealing(sealing).build()).close();
    }
  }

  /** Bytes of so many records. */
  private long lost(int records) {
    return made.segment.stored(made.length(TEXT)) * (long) records;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isReportedAsAHole(boolean partlySealed) throws IOException {
    for (int i = 0; i < 10; i++) {
      made.log(TEXT);
    }
    if (partlySealed) {
      tail.seal(true, 0);
    }
    long end = fill();
    made.segment.close(made.segment.claimsAcquire());
    lose(end - lost(4));
    expectHoleAt(end - lost(4));
  }

  @Test
  void isReportedAsAHoleAlsoBehindAnother() throws IOException {
    made.log(TEXT);
    final long hole = made.claim(TEXT);
    made.log(TEXT);
    long end = fill();
    lose(end - lost(8));
    assertThat(read().gaps()).extracting(LogHole::offset).containsExactly(hole, end - lost(8));
  }

  @Test
  void nothingIsReportedOfClaimsThatGotNoPlace() throws IOException {
    long end = fill();
    for (int i = 0; i < 20; i++) {
      made.claim("");
    }
    lose(end);
    expectSound();
  }

  @Test
  void nothingIsReportedOfARestThatWasClaimedAtOnce() throws IOException {
    made.log(TEXT);
    long end = made.log(TEXT) + made.segment.stored(made.length(TEXT));
    made.segment.claimRest();
    for (int i = 0; i < 20; i++) {
      made.claim("");
    }
    lose(end);
    expectSound();
  }

  @Test
  void moreRecordsThanPlacesAreDamage() throws IOException {
    fill();
    lose(made.info.capacity());
    Path plain = killed.resolve(made.info.file().getFileName());
    byte[] bytes = Files.readAllBytes(plain);
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long word = header.getLong((int) SegmentLayout.CLAIM_AT);
    header.putLong((int) SegmentLayout.CLAIM_AT, word - SegmentLayout.ONE_CLAIM);
    Files.write(plain, bytes);
    assertThat(read().damage()).singleElement().asString().contains("a claim for every record");
  }
}
