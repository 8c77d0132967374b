package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.seal.SealedFiles.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody without the key can change a sealed file so that it still reads as clean. */
class TamperTest {
  private static final String[] TEXTS = {"the first record", "a second one", "third", "the fourth"};

  @TempDir private Path dir;
  private byte[] file;
  private List<byte[]> blocks;

  @BeforeEach
  void seal() throws IOException {
    file = Files.readAllBytes(SealedFiles.write(dir.resolve("f"), SealedFiles.ring(), true, TEXTS));
    blocks = SealedFiles.blocks(file);
  }

  @Test
  void unchangedFileReadsCleanly() throws IOException {
    Outcome outcome = SealedFiles.read(dir.resolve("f"), SealedFiles.ring());
    assertThat(outcome.blocks()).containsExactly(TEXTS);
    assertThat(outcome.end()).isEqualTo(SealEnd.CLEAN);
    assertThat(outcome.records()).isEqualTo(4);
  }

  @Test
  void everyFlippedBitIsFoundAndNothingFalseIsRead() throws IOException {
    List<Integer> starts = SealedFiles.blockStarts(file);
    Path flipped = dir.resolve("flipped");
    for (int bit = 0; bit < 8 * file.length; bit++) {
      byte[] copy = file.clone();
      copy[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(flipped, copy);
      if (bit / 8 < SealedHeader.LENGTH) {
        assertThatThrownBy(() -> SealedFiles.read(flipped, SealedFiles.ring()))
            .as("bit %d", bit)
            .isInstanceOf(SealException.class)
            .hasMessageContaining(flipped.toString());
        continue;
      }
      Outcome outcome = SealedFiles.read(flipped, SealedFiles.ring());
      int whole = 0;
      while (starts.get(whole + 1) <= bit / 8) {
        whole++;
      }
      assertThat(outcome.end()).as("bit %d", bit).isIn(SealEnd.DAMAGED, SealEnd.LOST);
      assertThat(outcome.blocks()).containsExactly(Arrays.copyOf(TEXTS, whole));
      assertThat(outcome.words()).contains("sealed prefix of " + whole + " records, end lost");
    }
  }

  @Test
  void cutAtEveryByteReadsThePrefixAndNamesTheLoss() throws IOException {
    List<Integer> starts = SealedFiles.blockStarts(file);
    Path cut = dir.resolve("cut");
    for (int length = 0; length < file.length; length++) {
      Files.write(cut, Arrays.copyOf(file, length));
      if (length < SealedHeader.LENGTH) {
        assertThatThrownBy(() -> SealedFiles.read(cut, SealedFiles.ring()))
            .isInstanceOf(SealException.class)
            .hasMessageContaining("found " + length + " bytes");
        continue;
      }
      int whole = 0;
      while (whole < TEXTS.length && starts.get(whole + 1) <= length) {
        whole++;
      }
      Outcome outcome = SealedFiles.read(cut, SealedFiles.ring());
      assertThat(outcome.end()).as("length %d", length).isEqualTo(SealEnd.LOST);
      assertThat(outcome.blocks()).containsExactly(Arrays.copyOf(TEXTS, whole));
      assertThat(outcome.words()).contains("sealed prefix of " + whole + " records, end lost");
    }
  }

  @Test
  void swappedBlocksAreFound() throws IOException {
    for (int a = 0; a < blocks.size(); a++) {
      for (int b = a + 1; b < blocks.size(); b++) {
        List<byte[]> swapped = new ArrayList<>(blocks);
        swapped.set(a, blocks.get(b));
        swapped.set(b, blocks.get(a));
        expectDamage(swapped, a);
      }
    }
  }

  @Test
  void swappedBlocksThatClaimTheRightNumbersAreFound() throws IOException {
    List<byte[]> swapped = new ArrayList<>(blocks);
    swapped.set(1, numbered(blocks.get(2), 1));
    swapped.set(2, numbered(blocks.get(1), 2));
    expectDamage(swapped, 1);
  }

  @Test
  void repeatedBlocksAreFound() throws IOException {
    for (int i = 0; i + 1 < blocks.size(); i++) {
      List<byte[]> repeated = new ArrayList<>(blocks);
      repeated.add(i + 1, blocks.get(i));
      expectDamage(repeated, i + 1);
      repeated.set(i + 1, numbered(blocks.get(i), i + 1));
      expectDamage(repeated, i + 1);
    }
  }

  @Test
  void removedBlocksAreFound() throws IOException {
    for (int i = 0; i + 1 < blocks.size(); i++) {
      List<byte[]> removed = new ArrayList<>(blocks);
      removed.remove(i);
      expectDamage(removed, i);
      removed.set(i, numbered(removed.get(i), i));
      expectDamage(removed, i);
    }
  }

  @Test
  void blocksOfAnotherFileOfTheSameKeyAreFound() throws IOException {
    Path other = SealedFiles.write(dir.resolve("other"), SealedFiles.ring(), true, TEXTS);
    List<byte[]> foreign = SealedFiles.blocks(Files.readAllBytes(other));
    for (int i = 0; i < blocks.size(); i++) {
      List<byte[]> spliced = new ArrayList<>(blocks);
      spliced.set(i, foreign.get(i));
      expectDamage(spliced, i);
    }
  }

  @Test
  void headerOfAnotherFileIsFound() throws IOException {
    Path other = SealedFiles.write(dir.resolve("other"), SealedFiles.ring(), true, TEXTS);
    Path mixed = SealedFiles.join(dir.resolve("m"), Files.readAllBytes(other), blocks);
    assertThat(SealedFiles.read(mixed, SealedFiles.ring()).end()).isEqualTo(SealEnd.DAMAGED);
  }

  @Test
  void finalBlockMovedUpIsFound() throws IOException {
    List<byte[]> shortened = new ArrayList<>(blocks.subList(0, 2));
    shortened.add(numbered(blocks.get(4), 2));
    expectDamage(shortened, 2);
  }

  @Test
  void bytesAfterTheFinalBlockAreFound() throws IOException {
    byte[] longer = Arrays.copyOf(file, file.length + 1);
    Path path = Files.write(dir.resolve("longer"), longer);
    Outcome outcome = SealedFiles.read(path, SealedFiles.ring());
    assertThat(outcome.blocks()).containsExactly(TEXTS);
    assertThat(outcome.end()).isEqualTo(SealEnd.DAMAGED);
    assertThat(outcome.words()).contains("bytes after the final block");
  }

  private void expectDamage(List<byte[]> changed, int intact) throws IOException {
    Path path = SealedFiles.join(dir.resolve("changed"), file, changed);
    Outcome outcome = SealedFiles.read(path, SealedFiles.ring());
    assertThat(outcome.end()).isEqualTo(SealEnd.DAMAGED);
    assertThat(outcome.blocks()).containsExactly(Arrays.copyOf(TEXTS, intact));
  }

  private static byte[] numbered(byte[] block, int number) {
    byte[] copy = block.clone();
    SealFormat.putLong(copy, SealFormat.BLOCK_NUMBER_AT, number);
    return copy;
  }
}
