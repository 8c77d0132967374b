package dev.tandem.logger.seal;

import dev.tandem.logger.PartOrigin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes and reads small sealed files, and knows where their blocks begin. */
final class SealedFiles {
  static final byte[] KEY = key(7);

  private SealedFiles() {}

  static byte[] key(int seed) {
    byte[] key = new byte[32];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (seed * 37 + i * 11 + 1);
    }
    return key;
  }

  static KeyRing ring() {
    return ring("first", KEY);
  }

  static KeyRing ring(String id, byte[] key) {
    try {
      return KeyRing.of(id, key);
    } catch (SealException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Seals each text as one block of one record. */
  static Path write(Path file, KeyRing ring, boolean clean, String... blocks) throws IOException {
    try (SealedFileWriter writer =
        SealedFileWriter.create(file, ring, "run", 3, 0, PartOrigin.WRITTEN)) {
      for (String block : blocks) {
        writer.seal(MemorySegment.ofArray(block.getBytes(StandardCharsets.UTF_8)), 1);
      }
      if (!clean) {
        writer.abandon();
      }
    }
    return file;
  }

  /** Where each block begins, and at last where the file ends. */
  static List<Integer> blockStarts(byte[] file) {
    List<Integer> starts = new ArrayList<>();
    int at = SealedHeader.LENGTH;
    while (at < file.length) {
      starts.add(at);
      at +=
          SealFormat.BLOCK_HEADER_LENGTH
              + SealFormat.getInt(file, at + SealFormat.BLOCK_LENGTH_AT)
              + SealFormat.TAG_LENGTH;
    }
    starts.add(at);
    return starts;
  }

  /** The bytes of each block. */
  static List<byte[]> blocks(byte[] file) {
    List<Integer> starts = blockStarts(file);
    List<byte[]> blocks = new ArrayList<>();
    for (int i = 0; i + 1 < starts.size(); i++) {
      blocks.add(Arrays.copyOfRange(file, starts.get(i), starts.get(i + 1)));
    }
    return blocks;
  }

  /** A file of these parts. */
  static Path join(Path file, byte[] header, List<byte[]> blocks) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(header, 0, SealedHeader.LENGTH);
    for (byte[] block : blocks) {
      bytes.write(block);
    }
    return Files.write(file, bytes.toByteArray());
  }

  /** What reading a file gave. */
  record Outcome(List<String> blocks, SealEnd end, long records, String words) {}

  static Outcome read(Path file, KeyRing ring) throws IOException {
    List<String> blocks = new ArrayList<>();
    try (SealedFileReader reader = SealedFileReader.open(file, ring)) {
      while (reader.next()) {
        blocks.add(
            new String(reader.plain().toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
      }
      return new Outcome(blocks, reader.end(), reader.records(), reader.describe());
    }
  }
}
