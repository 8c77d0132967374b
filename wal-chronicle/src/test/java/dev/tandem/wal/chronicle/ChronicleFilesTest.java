package dev.tandem.wal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalPoisonedException;
import dev.tandem.wal.WalRecoveryReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole logs in Chronicle's store, beside the default one. */
class ChronicleFilesTest {

  @TempDir private Path temporary;
  private Path directory;

  @BeforeEach
  void resolve() throws IOException {
    directory = temporary.toRealPath();
  }

  @ParameterizedTest
  @EnumSource
  @EnabledOnOs(OS.LINUX)
  void onlyALogThatSyncsIsWrittenByCalls(Durability level) throws IOException {
    try (Wal wal =
        Wal.open(directory, Logs.small(new ChronicleFiles()).durability(level).build())) {
      Logs.append(wal, 3);
      assertThat(Logs.mapped(directory).isEmpty()).isEqualTo(level == Durability.SYNCED);
    }
  }

  /** Also segments that do not end with a page. */
  @ParameterizedTest
  @ValueSource(ints = {4_096, 4_104, 12_280})
  void bothStoresWriteTheSameBytes(int segmentBytes) throws IOException {
    Path base = directory.resolve("base");
    WalConfig config =
        Logs.small(LogFiles.SYSTEM).segmentBytes(segmentBytes).clock(() -> 5).build();
    Wal.open(base, config).close();
    Path plain = run(base, "plain", LogFiles.SYSTEM, segmentBytes);
    Path chronicle = run(base, "chronicle", new ChronicleFiles(), segmentBytes);
    List<Path> files = Logs.segments(plain);
    assertThat(files).hasSizeGreaterThan(2);
    assertThat(Logs.segments(chronicle)).hasSameSizeAs(files);
    for (Path file : files) {
      assertThat(chronicle.resolve(file.getFileName())).hasSameBinaryContentAs(file);
    }
    assertThat(Logs.read(chronicle)).isEqualTo(210);
  }

  private Path run(Path base, String name, LogFiles files, int segmentBytes) throws IOException {
    Path log = Logs.copy(base, directory.resolve(name));
    WalConfig config = Logs.small(files).segmentBytes(segmentBytes).clock(() -> 7).build();
    try (Wal wal = Wal.open(log, config)) {
      for (int i = 0; i < 210; i++) {
        // Synced, because marks say what is, and a roll syncs behind the writer.
        long sequence = wal.append((byte) 3, Logs.body(wal.nextSequence()));
        wal.confirmations().await(sequence, Durability.SYNCED, Logs.DEADLINE);
      }
      long deadline = System.nanoTime() + Logs.DEADLINE.toNanos();
      while (wal.statistics().segments().ready() != 1 && System.nanoTime() < deadline) {
        LockSupport.parkNanos(50_000);
      }
    }
    return log;
  }

  @Test
  void aLogContinuesInTheOtherStoreAfterACloseAndAfterACrash() throws IOException {
    LogFiles[] stores = {new ChronicleFiles(), LogFiles.SYSTEM};
    Path log = directory.resolve("log");
    long next = 0;
    for (int life = 0; life < 6; life++) {
      try (Wal wal = Wal.open(log, Logs.small(stores[life % 2]).build())) {
        WalRecoveryReport found = wal.recovery();
        assertThat(wal.nextSequence()).as(found.toString()).isEqualTo(next);
        Logs.append(wal, 50);
        next += 50;
        // What a kill would leave at this moment, but for segments that are being made.
        Path left = directory.resolve("left-" + life);
        Files.createDirectories(left);
        for (Path file : Logs.segments(log)) {
          Files.copy(file, left.resolve(file.getFileName()));
        }
        Files.copy(log.resolve("wal.extent"), left.resolve("wal.extent"));
      }
      Path left = directory.resolve("left-" + life);
      try (Wal wal = Wal.open(left, Logs.small(stores[(life + 1) % 2]).build())) {
        assertThat(wal.nextSequence()).isEqualTo(next);
        Logs.append(wal, 50);
      }
      assertThat(Logs.read(left)).isEqualTo(next + 50);
    }
    assertThat(Logs.read(log)).isEqualTo(next);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void nothingStaysMappedOrOpen() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small(new ChronicleFiles()).build())) {
      for (int i = 0; i < 20; i++) {
        Logs.append(wal, 50);
        wal.confirmations().await(wal.nextSequence() - 1, Durability.SYNCED, Logs.DEADLINE);
        // The one in use, one ahead, one that is made, and one that is being closed.
        assertThat(Logs.mapped(directory)).hasSizeBetween(1, 4);
        wal.retainFrom(wal.nextSequence());
      }
    }
    assertThat(Logs.mapped(directory)).isEmpty();
    assertThat(Logs.open(directory)).isEmpty();
  }

  /**
   * Real faults: the file of a mapped segment is cut under the log, in another process, which must
   * neither end by a signal nor confirm what has no page. Compiled code is told of a fault later
   * than interpreted code is.
   */
  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"})
  @EnabledOnOs(OS.LINUX)
  void aFileThatIsCutUnderTheLogEndsIt(String compiler) throws Exception {
    Path output = directory.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags());
    command.addAll(
        List.of(
            compiler,
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=" + directory.resolve("crash"),
            "-cp",
            System.getProperty("java.class.path"),
            CutFile.class.getName(),
            directory.resolve("log").toString(),
            compiler.equals("-Xint") ? "10" : "20000"));
    Process child =
        new ProcessBuilder(command)
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

  /** Those of this process, which the build gives it. */
  private static List<String> flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--"))
        .toList();
  }

  /** The process whose file is cut. */
  static final class CutFile {
    private CutFile() {}

    public static void main(String[] args) throws IOException {
      Path log = Path.of(args[0]);
      int batches = Integer.parseInt(args[1]);
      WalConfig config =
          WalConfig.builder()
              .segmentBytes(16 << 20)
              .durability(Durability.WRITTEN)
              .files(new ChronicleFiles())
              .build();
      Wal wal = Wal.open(log, config);
      Logs.append(wal, batches);
      for (Path segment : Logs.segments(log)) {
        try (LogFile file = LogFiles.SYSTEM.open(segment)) {
          file.truncate(0);
        }
      }
      long written = wal.confirmations().written();
      List<String> ends = new ArrayList<>();
      try {
        Logs.append(wal, 1);
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
