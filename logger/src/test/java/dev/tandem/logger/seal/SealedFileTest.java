package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tandem.logger.PartOrigin;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedFileTest {
  @TempDir private Path dir;

  @Property(tries = 60)
  void whatIsSealedIsRead(
      @ForAll @Size(max = 12) int[] seeds, @ForAll @IntRange(max = 1 << 20) int start)
      throws IOException {
    Path file = Files.createTempDirectory("sealed").resolve("f");
    byte[][] blocks = new byte[seeds.length][];
    long records = 0;
    try (Arena arena = Arena.ofConfined();
        SealedFileWriter writer =
            SealedFileWriter.create(
                file, SealedFiles.ring(), "run", 9, start, PartOrigin.WRITTEN)) {
      long at = start;
      for (int i = 0; i < seeds.length; i++) {
        Random random = new Random(seeds[i]);
        blocks[i] = new byte[1 + random.nextInt(i == 3 ? 200_000 : 3_000)];
        random.nextBytes(blocks[i]);
        MemorySegment mapped = arena.allocate(blocks[i].length);
        mapped.copyFrom(MemorySegment.ofArray(blocks[i]));
        writer.seal(mapped, i);
        records += i;
        at += blocks[i].length;
        assertThat(writer.sealedTo()).isEqualTo(at);
      }
      assertThat(writer.records()).isEqualTo(records);
    }
    try (SealedFileReader reader = SealedFileReader.open(file, SealedFiles.ring())) {
      assertThat(reader.header().segment()).isEqualTo(9);
      long at = start;
      for (byte[] block : blocks) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.plainOffset()).isEqualTo(at);
        assertThat(reader.plain().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(block);
        at += block.length;
      }
      assertThat(reader.next()).isFalse();
      assertThat(reader.end()).isEqualTo(SealEnd.CLEAN);
      assertThat(reader.records()).isEqualTo(records);
    } finally {
      Files.delete(file);
      Files.delete(file.getParent());
    }
  }

  @Test
  void plainBytesAreNowhereInTheFile() throws IOException {
    String text = "account 4711 bought 300 lots of something";
    byte[] file =
        Files.readAllBytes(SealedFiles.write(dir.resolve("f"), SealedFiles.ring(), true, text));
    for (int from = 0; from + 6 <= text.length(); from++) {
      assertThat(new String(file, java.nio.charset.StandardCharsets.ISO_8859_1))
          .doesNotContain(text.substring(from, from + 6));
    }
  }

  @Test
  void aWriterOnlyMakesNewFiles() throws IOException {
    Path file = SealedFiles.write(dir.resolve("f"), SealedFiles.ring(), false, "before the crash");
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(
            () ->
                SealedFileWriter.create(file, SealedFiles.ring(), "run", 3, 16, PartOrigin.WRITTEN))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void growingFileIsFollowed() throws IOException {
    Path file = dir.resolve("f");
    SealedFileWriter writer =
        SealedFileWriter.create(file, SealedFiles.ring(), "run", 0, 0, PartOrigin.WRITTEN);
    try (SealedFileReader reader = SealedFileReader.open(file, SealedFiles.ring())) {
      for (int i = 0; i < 5; i++) {
        assertThat(reader.next()).isFalse();
        assertThat(reader.end()).isEqualTo(SealEnd.LOST);
        writer.seal(MemorySegment.ofArray(new byte[] {(byte) i}), 1);
        assertThat(reader.next()).isTrue();
        assertThat(reader.plain().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) i);
      }
      writer.close();
      assertThat(reader.next()).isFalse();
      assertThat(reader.end()).isEqualTo(SealEnd.CLEAN);
    }
  }

  @Test
  void emptyFileOfAWriterThatClosedAtOnceIsClean() throws IOException {
    Path file = SealedFiles.write(dir.resolve("f"), SealedFiles.ring(), true);
    assertThat(SealedFiles.read(file, SealedFiles.ring()).end()).isEqualTo(SealEnd.CLEAN);
    assertThat(SealedFiles.read(file, SealedFiles.ring()).words()).contains("0 records, clean end");
  }

  @Test
  void misuseIsRefused() throws IOException {
    SealedFileWriter writer =
        SealedFileWriter.create(
            dir.resolve("f"), SealedFiles.ring(), "run", 0, 0, PartOrigin.WRITTEN);
    MemorySegment none = MemorySegment.ofArray(new byte[0]);
    assertThatThrownBy(() -> writer.seal(none, 0)).isInstanceOf(IllegalArgumentException.class);
    writer.close();
    writer.close();
    MemorySegment one = MemorySegment.ofArray(new byte[1]);
    assertThatThrownBy(() -> writer.seal(one, 1)).isInstanceOf(IllegalStateException.class);
    Path plain = Files.write(dir.resolve("plain"), new byte[500]);
    assertThatThrownBy(() -> SealedFileReader.open(plain, SealedFiles.ring()))
        .isInstanceOf(SealException.class)
        .hasMessageContaining("at offset 0, expected the mark of a sealed file");
  }

  @Test
  void fullDiskIsSurvivedAndNoBlockIsSealedTwice() throws Exception {
    Path disk = Files.createDirectory(dir.resolve("disk"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString()) == 0,
        "skipped: mounting a small disk needs root");
    try {
      Path filler = disk.resolve("filler");
      Files.write(filler, new byte[128 << 10]);
      Path file = disk.resolve("f");
      byte[] block = new byte[10_000];
      int taken = 0;
      try (SealedFileWriter writer =
          SealedFileWriter.create(file, SealedFiles.ring(), "run", 0, 0, PartOrigin.WRITTEN)) {
        while (!writer.pending()) {
          Arrays.fill(block, (byte) ++taken);
          try {
            writer.seal(MemorySegment.ofArray(block), 1);
          } catch (IOException full) {
            assertThat(writer.pending()).isTrue();
          }
        }
        assertThat(writer.sealedTo()).isEqualTo((taken - 1) * 10_000L);
        assertThatThrownBy(() -> writer.seal(MemorySegment.ofArray(block), 1))
            .isInstanceOf(IOException.class);
        byte[] before = Files.readAllBytes(file);
        assertThat(SealedFiles.read(file, SealedFiles.ring()).records()).isEqualTo(taken - 1);

        Files.delete(filler);
        writer.resume();
        assertThat(writer.sealedTo()).isEqualTo(taken * 10_000L);
        assertThat(Files.readAllBytes(file)).startsWith(before);
        Arrays.fill(block, (byte) ++taken);
        writer.seal(MemorySegment.ofArray(block), 1);
      }
      try (SealedFileReader reader = SealedFileReader.open(file, SealedFiles.ring())) {
        for (int i = 1; i <= taken; i++) {
          assertThat(reader.next()).isTrue();
          assertThat(reader.plain().toArray(ValueLayout.JAVA_BYTE)).containsOnly(i);
        }
        assertThat(reader.next()).isFalse();
        assertThat(reader.end()).isEqualTo(SealEnd.CLEAN);
      }
    } finally {
      assertThat(run("umount", disk.toString())).isZero();
    }
  }

  @Test
  void aBlockMakesNoGarbageWorthNaming() throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (SealedFileWriter writer =
        SealedFileWriter.create(
            dir.resolve("f"), SealedFiles.ring(), "run", 0, 0, PartOrigin.WRITTEN)) {
      MemorySegment block = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(1 << 16));
      for (int i = 0; i < 200; i++) {
        writer.seal(block, 1);
      }
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 200; i++) {
        writer.seal(block, 1);
      }
      long perBlock = (threads.getCurrentThreadAllocatedBytes() - before) / 200;
      assertThat(perBlock).isLessThan(4_096);
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
