package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that only writes, and so writes into the pages of its files. */
class MappedLogTest {

  @TempDir Path directory;

  /** The real file system, each file in another. */
  private interface WrappedFiles extends LogFiles {
    LogFile around(LogFile file);

    @Override
    default LogFile open(Path path) throws IOException {
      return around(LogFiles.SYSTEM.open(path));
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyALogThatSyncsIsWrittenByCalls(Durability level) throws IOException {
    Held.needProcess();
    Path log = directory.toRealPath();
    try (Wal wal = Wal.open(log, Logs.small().durability(level).build())) {
      Logs.append(wal, 3);
      if (level == Durability.SYNCED) {
        assertThat(Held.mapped(log)).isEmpty();
      } else {
        assertThat(Held.mapped(log)).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyALogThatIsMappedHasItsPagesTouched(Durability level) throws IOException {
    AtomicLong touches = new AtomicLong();
    WrappedFiles counting =
        file ->
            new ForwardingFile(file) {
              @Override
              public void pretouch(long from, long to) {
                touches.incrementAndGet();
                super.pretouch(from, to);
              }
            };
    long others = touchers();
    try (Wal wal = Wal.open(directory, Logs.small().durability(level).files(counting).build())) {
      Logs.append(wal, 3);
      if (level == Durability.SYNCED) {
        assertThat(touchers()).isEqualTo(others);
      } else {
        assertThat(touchers()).isEqualTo(others + 1);
        Await.until("a touch", () -> touches.get() > 0);
      }
    }
    assertThat(touchers()).isEqualTo(others);
    assertThat(touches.get() > 0).isEqualTo(level != Durability.SYNCED);
  }

  private static long touchers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("tandem-wal-pages"))
        .count();
  }

  /** Each record is a batch of its own, and synced: marks say what is, and a roll syncs behind. */
  @Test
  void itsFilesAreThoseOfALogWrittenByCalls() throws IOException {
    Path base = directory.resolve("base");
    Wal.open(base, Logs.small().clock(() -> 5).build()).close();
    WrappedFiles byCalls =
        file ->
            new ForwardingFile(file) {
              @Override
              public void map(int bytes) {}
            };
    Path mapped = Logs.copy(base, directory.resolve("mapped"));
    Path called = Logs.copy(base, directory.resolve("called"));
    run(mapped, LogFiles.SYSTEM);
    run(called, byCalls);
    List<Path> files = Logs.segments(called);
    assertThat(files).hasSizeGreaterThan(5);
    for (Path file : files) {
      assertThat(mapped.resolve(file.getFileName())).hasSameBinaryContentAs(file);
    }
    assertThat(Logs.read(mapped, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(209));
  }

  private static void run(Path log, LogFiles files) throws IOException {
    WalConfig config =
        Logs.small().clock(() -> 7).durability(Durability.WRITTEN).files(files).build();
    try (Wal wal = Wal.open(log, config)) {
      for (int i = 0; i < 210; i++) {
        wal.confirmations().await(Logs.append(wal, 1), Durability.SYNCED, Await.DEADLINE);
      }
      Await.until("a segment ahead", () -> wal.statistics().segments().ready() == 1);
    }
  }

  /** As it comes where the page was touched by code that does not report its error. */
  @Test
  void anErrorOfTheMemoryEndsTheLog() throws IOException {
    InternalError error = new InternalError("a fault");
    int[] writes = {0};
    WrappedFiles failing =
        file ->
            new ForwardingFile(file) {
              private boolean mapped;

              @Override
              public void map(int bytes) throws IOException {
                super.map(bytes);
                mapped = true;
              }

              @Override
              public void write(ByteBuffer source, long position) throws IOException {
                if (mapped && ++writes[0] == 4) {
                  throw error;
                }
                super.write(source, position);
              }
            };
    WalConfig config = Logs.small().durability(Durability.WRITTEN).files(failing).build();
    Wal wal = Wal.open(directory, config);
    for (int i = 0; i < 3; i++) {
      wal.confirmations().await(Logs.append(wal, 1), Durability.WRITTEN, Await.DEADLINE);
    }
    long lost = Logs.append(wal, 1);
    assertThatThrownBy(() -> wal.confirmations().await(lost, Durability.WRITTEN, Await.DEADLINE))
        .isInstanceOf(WalPoisonedException.class)
        .hasRootCause(error);
    assertThat(wal.failure()).isSameAs(error);
    assertThatThrownBy(wal::close).isInstanceOf(WalException.class).hasCause(error);
    assertThat(Logs.read(directory, ReadMode.READ_ONLY, 0)).isEqualTo(Logs.upTo(2));
  }

  /** While segments are made, it is a disk without room, or an error, like any other. */
  @Test
  void aFileThatCannotBeMappedEndsTheLog() throws IOException {
    int[] maps = {0};
    WrappedFiles failing =
        file ->
            new ForwardingFile(file) {
              @Override
              public void map(int bytes) throws IOException {
                if (++maps[0] == 3) {
                  throw new IOException("Map failed");
                }
                super.map(bytes);
              }
            };
    WalConfig config = Logs.small().durability(Durability.WRITTEN).files(failing).build();
    Wal wal = Wal.open(directory, config);
    assertThatThrownBy(() -> Logs.append(wal, 1_000))
        .isInstanceOf(WalPoisonedException.class)
        .hasRootCauseMessage("Map failed");
    assertThatThrownBy(wal::close).isInstanceOf(WalException.class);
  }

  /**
   * Real faults: the file of a mapped segment is cut under the log, in another process, which must
   * neither end by a signal nor confirm what has no page. Compiled code is told of a fault later
   * than interpreted code is.
   */
  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"})
  void aFileThatIsCutUnderTheLogEndsIt(String compiler) throws Exception {
    Held.needProcess();
    Path output = directory.resolve("output");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                compiler,
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.resolve("crash"),
                "-cp",
                System.getProperty("java.class.path"),
                CutFile.class.getName(),
                directory.resolve("log").toString(),
                compiler.equals("-Xint") ? "10" : "20000")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(child.waitFor(600, TimeUnit.SECONDS)).as("the child ends").isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output)).contains("ended by").contains("mapped file");
  }

  /** The process whose file is cut. */
  static final class CutFile {
    private CutFile() {}

    public static void main(String[] args) throws IOException {
      Path log = Path.of(args[0]);
      int batches = Integer.parseInt(args[1]);
      WalConfig config =
          WalConfig.builder().segmentBytes(16 << 20).durability(Durability.WRITTEN).build();
      Wal wal = Wal.open(log, config);
      for (int i = 0; i < batches; i++) {
        wal.confirmations().await(Logs.append(wal, 1), Durability.WRITTEN, Await.DEADLINE);
      }
      for (Path segment : Logs.segments(log)) {
        LogFiles.SYSTEM.open(segment).truncate(0);
      }
      long written = wal.confirmations().written();
      List<String> ends = new ArrayList<>();
      try {
        wal.confirmations().await(Logs.append(wal, 1), Durability.WRITTEN, Await.DEADLINE);
      } catch (WalPoisonedException e) {
        ends.add("ended by " + e.getCause());
      }
      if (wal.confirmations().written() != written) {
        ends.add("confirmed up to " + wal.confirmations().written() + " after " + written);
      }
      System.out.println(ends);
      System.exit(ends.size() == 1 && ends.get(0).startsWith("ended") ? 0 : 1);
    }
  }
}
