package dev.tandem.wal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.LogFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class ChronicleFileTest {

  @TempDir private Path temporary;
  private Path directory;
  private Path path;

  @BeforeEach
  void resolve() throws IOException {
    directory = temporary.toRealPath();
    path = directory.resolve("file");
  }

  private static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  /** Whole pages and not. */
  @ParameterizedTest
  @ValueSource(ints = {8, 4_096, 4_104, 8_184, 1 << 20})
  void whatIsWrittenThroughTheMapIsInTheFileAndTheLengthStays(int bytes) throws IOException {
    byte[] expected = new byte[bytes];
    Arrays.fill(expected, (byte) 'x');
    try (LogFile file = new ChronicleFiles().open(path)) {
      file.write(ByteBuffer.wrap(expected.clone()), 0);
      file.force();
      file.map(bytes);
      assertThat(file.size()).isEqualTo(bytes);
      assertThat(Logs.mapped(directory)).hasSize(1);
      assertThat(Files.readAllBytes(path)).isEqualTo(expected);
      ByteBuffer source = direct("..abcd..").position(2).limit(6);
      file.write(source, bytes - 4);
      assertThat(source.hasRemaining()).isFalse();
      file.write(ByteBuffer.wrap("..ef..".getBytes(StandardCharsets.US_ASCII), 2, 2).slice(), 1);
      file.write(direct(""), bytes);
      file.force();
    }
    System.arraycopy("abcd".getBytes(StandardCharsets.US_ASCII), 0, expected, bytes - 4, 4);
    System.arraycopy("ef".getBytes(StandardCharsets.US_ASCII), 0, expected, 1, 2);
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }

  @Test
  void aWriteBeyondTheMapIsRefused() throws IOException {
    try (LogFile file = new ChronicleFiles().open(path)) {
      file.write(ByteBuffer.allocate(4_096), 0);
      file.map(4_096);
      assertThatThrownBy(() -> file.write(direct("ab"), 4_095))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> file.write(direct("ab"), -1))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(Files.size(path)).isEqualTo(4_096);
  }

  @Test
  void aFileThatIsCutOrClosedIsNotMappedAnyMore() throws IOException {
    try (LogFile file = new ChronicleFiles().open(path)) {
      file.write(ByteBuffer.allocate(8_192), 0);
      file.map(8_192);
      file.truncate(100);
      assertThat(Logs.mapped(directory)).isEmpty();
      file.write(direct("ab"), 100);
      assertThat(file.size()).isEqualTo(102);
    }
    try (LogFile file = new ChronicleFiles().open(path)) {
      file.map(102);
      assertThat(Logs.mapped(directory)).hasSize(1);
    }
    assertThat(Logs.mapped(directory)).isEmpty();
    assertThat(Logs.open(directory)).isEmpty();
  }

  @Test
  void aFileThatCannotBeMappedIsAnErrorThatNamesIt() throws IOException {
    Path fifo = directory.resolve("gone/file");
    try (LogFile calls = new ChronicleFiles().open(path);
        LogFile file = new ChronicleFile(fifo, calls)) {
      assertThatThrownBy(() -> file.map(4_096))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(fifo.toString());
    }
    assertThat(Logs.open(directory)).isEmpty();
  }
}
