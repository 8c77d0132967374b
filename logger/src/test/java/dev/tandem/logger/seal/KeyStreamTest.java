package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.PartOrigin;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No two files share a salt, and no piece of key stream is ever used twice, whatever is logged. */
class KeyStreamTest {
  private static final int RECORD = 114;
  private static final int BLOCK = 574 * RECORD;
  private static final int FILES = 50;

  @TempDir private Path dir;

  @Test
  void saltsAndKeyStreamsOfFiftyFilesAreAllDifferent() throws IOException {
    int scale = Integer.getInteger("tandem.crash.scale", 1);
    int blocksOfAFile = (200_000 * scale / FILES + 573) / 574;
    byte[] plain = new byte[BLOCK];
    for (int i = 0; i < plain.length; i++) {
      plain[i] = (byte) (i % RECORD);
    }
    Set<String> salts = new HashSet<>();
    Set<String> fileIds = new HashSet<>();
    Set<String> commitments = new HashSet<>();
    long[] stream = new long[FILES * blocksOfAFile * (BLOCK / 16)];
    int count = 0;
    KeyRing ring = SealedFiles.ring();
    for (int f = 0; f < FILES; f++) {
      Path file = dir.resolve("f" + f);
      try (SealedFileWriter writer =
          SealedFileWriter.create(file, ring, "run", f, 0, PartOrigin.WRITTEN)) {
        for (int b = 0; b < blocksOfAFile; b++) {
          writer.seal(MemorySegment.ofArray(plain), 574);
        }
        salts.add(HexFormat.of().formatHex(writer.header().salt()));
        fileIds.add(HexFormat.of().formatHex(writer.header().fileId()));
        commitments.add(HexFormat.of().formatHex(writer.header().toBytes(), 120, 152));
      }
      byte[] sealed = Files.readAllBytes(file);
      int at = SealedHeader.LENGTH + SealFormat.BLOCK_HEADER_LENGTH;
      for (int b = 0; b < blocksOfAFile; b++) {
        for (int i = 0; i + 16 <= BLOCK; i += 16) {
          stream[count++] = SealFormat.getLong(sealed, at + i) ^ SealFormat.getLong(plain, i);
        }
        at += BLOCK + SealFormat.TAG_LENGTH + SealFormat.BLOCK_HEADER_LENGTH;
      }
      Files.delete(file);
    }
    assertThat(salts).hasSize(FILES);
    assertThat(fileIds).hasSize(FILES);
    assertThat(commitments).hasSize(FILES);
    // 64 of the 128 bits of each cipher block: by chance two of 70 million agree once in 7,000
    // runs.
    assertThat(count).isEqualTo(stream.length);
    Arrays.parallelSort(stream);
    for (int i = 1; i < count; i++) {
      if (stream[i] == stream[i - 1]) {
        throw new AssertionError("a piece of key stream was used twice");
      }
    }
  }

  @Test
  void sameBytesAtTheSamePlaceOfTwoFilesLookUnrelated() throws IOException {
    byte[] one =
        Files.readAllBytes(SealedFiles.write(dir.resolve("a"), SealedFiles.ring(), true, "same"));
    byte[] two =
        Files.readAllBytes(SealedFiles.write(dir.resolve("b"), SealedFiles.ring(), true, "same"));
    assertThat(Arrays.copyOfRange(one, 184, one.length))
        .isNotEqualTo(Arrays.copyOfRange(two, 184, two.length));
  }
}
