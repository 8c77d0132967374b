package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.SegmentSink;
import dev.tandem.logger.Unsealing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments that are sealed through the store's hook, also over a crash, and read again. */
class KeySealingTest {
  private static final String RUN = "20261121T132505073-3525-1";
  private static final String TEXT = "header|one|two|three|four|five|";

  @TempDir private Path dir;
  private Path plain;
  private SegmentInfo info;
  private final KeyUnsealing unsealing = new KeyUnsealing(SealedFiles.ring());
  private final KeySealing sealing = new KeySealing(SealedFiles.ring(), SealMode.BLOCKS);

  @BeforeEach
  void name() {
    plain = dir.resolve("log-" + RUN + "-000007.tlog");
    info = new SegmentInfo(plain, RUN, 7, 1 << 16);
  }

  @Test
  void segmentIsReadAsItWasSealed() throws IOException {
    assertThat(sealing.perRecord()).isFalse();
    SegmentSink sink = sealing.openSink(info, 0, PartOrigin.WRITTEN);
    accept(sink, 0, 7);
    accept(sink, 7, 11);
    assertThat(sink.takenTo()).isEqualTo(11);
    assertThat(sink.writtenTo()).isEqualTo(11);
    assertThatThrownBy(() -> accept(sink, 12, 14))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found offset 12, expected 11");
    sink.force();
    Unsealing.Part early = unsealing.read(KeySealing.part(plain, 0));
    assertThat(text(early)).isEqualTo(TEXT.substring(0, 11));
    assertThat(early.loss())
        .contains("sealed prefix of 2 records, end lost")
        .contains("no final block");
    accept(sink, 11, TEXT.length());
    sink.end();
    sink.close();
    Unsealing.Part whole = unsealing.read(KeySealing.part(plain, 0));
    assertThat(text(whole)).isEqualTo(TEXT);
    assertThat(whole.start()).isZero();
    assertThat(whole.loss()).isNull();
  }

  @Test
  void eachCrashLeavesAPartAndTheNextBeginsItsOwn() throws IOException {
    SegmentSink one = sealing.openSink(info, 0, PartOrigin.WRITTEN);
    accept(one, 0, 15);
    one.close();
    Path first = KeySealing.part(plain, 0);
    byte[] bytes = Files.readAllBytes(first);
    // A block that was being written when the process died.
    byte[] torn = Arrays.copyOf(bytes, bytes.length + 10);
    Files.write(first, torn);
    SegmentSink two = sealing.openSink(info, 11, PartOrigin.FOUND);
    accept(two, 11, 21);
    two.close();
    SegmentSink three = sealing.openSink(info, 21, PartOrigin.FOUND);
    accept(three, 21, TEXT.length());
    three.end();
    three.close();
    assertThat(Files.readAllBytes(first)).isEqualTo(torn);
    Unsealing.Part a = unsealing.read(first);
    Unsealing.Part b = unsealing.read(dir.resolve(plain.getFileName() + ".1.sealed"));
    Unsealing.Part c = unsealing.read(dir.resolve(plain.getFileName() + ".2.sealed"));
    assertThat(text(a)).isEqualTo(TEXT.substring(0, 15));
    assertThat(a.origin()).isEqualTo(PartOrigin.WRITTEN);
    assertThat(b.origin()).isEqualTo(PartOrigin.FOUND);
    assertThat(b.start()).isEqualTo(11);
    assertThat(text(b)).isEqualTo(TEXT.substring(11, 21));
    assertThat(c.start()).isEqualTo(21);
    assertThat(text(c)).isEqualTo(TEXT.substring(21));
    assertThat(c.loss()).isNull();
  }

  @Test
  void fileUnderTheNameOfAnotherSegmentOrRunIsRefused() throws IOException {
    Path second = KeySealing.part(plain, 1);
    for (SegmentInfo other :
        new SegmentInfo[] {
          new SegmentInfo(dir.resolve("a"), RUN, 8, 1 << 16),
          new SegmentInfo(dir.resolve("b"), RUN + "1", 7, 1 << 16)
        }) {
      SegmentSink sink = sealing.openSink(other, 11, PartOrigin.FOUND);
      accept(sink, 11, 21);
      sink.end();
      sink.close();
      Files.deleteIfExists(second);
      Files.move(KeySealing.part(other.file(), 0), second);
      Unsealing.Part part = unsealing.read(second);
      assertThat(part.bytes().byteSize()).isZero();
      assertThat(part.loss()).contains(second + ": was sealed as segment " + other.number());
    }
  }

  @Test
  void damagedPartIsReadUpToTheDamage() throws IOException {
    SegmentSink sink = sealing.openSink(info, 0, PartOrigin.WRITTEN);
    accept(sink, 0, 11);
    accept(sink, 11, 21);
    sink.end();
    sink.close();
    Path first = KeySealing.part(plain, 0);
    byte[] bytes = Files.readAllBytes(first);
    bytes[bytes.length - 60]++;
    Files.write(first, bytes);
    Unsealing.Part part = unsealing.read(first);
    assertThat(text(part)).isEqualTo(TEXT.substring(0, 11));
    assertThat(part.loss()).contains("sealed prefix of 1 records, end lost");
    KeyUnsealing wrong = new KeyUnsealing(SealedFiles.ring("first", SealedFiles.key(50)));
    assertThatThrownBy(() -> wrong.read(first)).isInstanceOf(WrongKeyException.class);
  }

  private static void accept(SegmentSink sink, int from, int to) throws IOException {
    byte[] bytes = TEXT.substring(from, to).getBytes(StandardCharsets.UTF_8);
    sink.accept(MemorySegment.ofArray(bytes), from, 1);
  }

  private static String text(Unsealing.Part part) {
    return new String(part.bytes().toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }
}
