package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A crash leaves a file whose records are there and whose header, or a word of it, is not. */
class LostHeaderTest {

  @TempDir private Path temp;
  private Path killed;
  private Path plain;
  private byte[] left;
  private final List<String> reported = new CopyOnWriteArrayList<>();

  @BeforeEach
  void kill() throws IOException {
    MadeSegment made = new MadeSegment(Files.createDirectory(temp.resolve("live")));
    for (int i = 0; i < 200; i++) {
      made.log("record " + i);
    }
    killed = temp.resolve("killed");
    made.kill(killed);
    plain = killed.resolve(made.info.file().getFileName());
    left = Files.readAllBytes(plain);
  }

  private void recover(Sealing sealing) throws IOException {
    Files.write(plain, left);
    LogStore.open(killed, Logs.small().sealing(sealing).onFailure(reported::add).build()).close();
  }

  private void lose(int to) {
    Arrays.fill(left, 0, to, (byte) 0);
  }

  private void forgetClaims() {
    ByteBuffer.wrap(left)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong((int) SegmentLayout.CLAIM_AT, SegmentLayout.UNCLAIMED);
  }

  private void expectReported() {
    assertThat(reported).filteredOn(text -> text.contains(plain.toString())).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {128, SegmentLayout.HEADER_BYTES, 4096})
  void isLeftAsItIs(int lost) throws IOException {
    lose(lost);
    recover(null);
    assertThat(plain).hasBinaryContent(left);
    expectReported();
    assertThat(Logs.read(killed).damage()).isNotEmpty();
  }

  @Test
  void isLeftAsItIsAlsoIfItIsShort() throws IOException {
    left = Arrays.copyOf(left, 100);
    recover(null);
    assertThat(plain).hasBinaryContent(left);
    expectReported();
  }

  /** The checksum of the header fits, so somebody wrote it who knows the format. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -65536, 0, SegmentLayout.HEADER_BYTES - 1})
  void aCapacityThatNoSegmentHasIsDamage(long capacity) throws IOException {
    ByteBuffer.wrap(left)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong((int) SegmentLayout.CAPACITY_AT, capacity);
    left = DamagedBytes.signed(left);
    Files.write(plain, left);
    Logs.Content content = Logs.read(killed);
    assertThat(content.messages()).hasSize(200);
    assertThat(content.damage()).singleElement().asString().contains("expected 512 to " + capacity);
    recover(null);
    assertThat(Logs.read(killed).messages()).isEqualTo(content.messages());
  }

  @Test
  void whatNothingWasClaimedForIsKept() throws IOException {
    forgetClaims();
    recover(null);
    byte[] kept = Files.readAllBytes(plain);
    assertThat(Arrays.copyOf(kept, left.length)).isEqualTo(left);
    expectReported();
    assertThat(Logs.read(killed).damage())
        .singleElement()
        .asString()
        .contains("behind the end of what was claimed");
  }

  @Test
  void whatNothingWasClaimedForIsSealed() throws IOException {
    forgetClaims();
    recover(new SealingProbe(SealMode.BLOCKS));
    expectReported();
    Logs.Content content = Logs.read(killed, new KeyUnsealing(AbandonedTest.ring()));
    assertThat(content.messages()).hasSize(200);
    assertThat(content.damage()).isEmpty();
  }

  @Test
  void aRecordThatEndsInZerosIsKeptWholeWhereTheClaimsAreLost() throws IOException {
    MadeSegment made = new MadeSegment(Files.createDirectory(temp.resolve("zeros")));
    String text = "zeros" + "\0".repeat(40);
    made.log(text);
    killed = temp.resolve("zeros-killed");
    made.kill(killed);
    plain = killed.resolve(made.info.file().getFileName());
    left = Files.readAllBytes(plain);
    ByteBuffer.wrap(left)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong((int) SegmentLayout.CLAIM_AT, 0)
        .putLong((int) SegmentLayout.CLOSED_AT, 0);
    Files.write(plain, left);
    assertThat(Logs.read(killed).messages()).containsExactly(text);
    recover(null);
    assertThat(Files.size(plain)).isLessThan(left.length);
    assertThat(Logs.read(killed).messages()).containsExactly(text);
  }

  @Test
  void aSegmentOfZerosIsRemoved() throws IOException {
    lose(left.length);
    recover(null);
    assertThat(plain).doesNotExist();
    left = new byte[0];
    Files.createFile(killed.resolve(FileNames.lock("log", MadeSegment.RUN)));
    recover(null);
    assertThat(plain).doesNotExist();
    assertThat(reported).isEmpty();
  }
}
