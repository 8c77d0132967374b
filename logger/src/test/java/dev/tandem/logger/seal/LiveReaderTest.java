package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogDamage;
import dev.tandem.logger.LogFollower;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.Unsealing;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.storage.RunLock;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers beside a writer that seals: files are sealed, wiped and deleted while they are read. */
class LiveReaderTest {
  @TempDir private Path dir;
  private volatile boolean keysAreGone;

  private LogStore open(SealMode mode) throws IOException {
    KeyRing ring = KeyRing.ofSource("first", this::key);
    return LogStore.open(
        dir,
        LogStoreConfig.builder()
            .segmentSize(1 << 16)
            .blockBound(Duration.ofMinutes(1))
            .onFailure(text -> {})
            .sealInterval(Duration.ofMillis(1))
            .sealing(new KeySealing(ring, mode))
            .build());
  }

  private byte[] key(String id) {
    if (keysAreGone) {
      throw new IllegalStateException("the vault is away");
    }
    return SealedFiles.KEY;
  }

  private LogReader reader() throws IOException {
    return LogReader.open(List.of(dir), new KeyUnsealing(SealedFiles.ring()));
  }

  private static List<Object> numbers(LogReader reader) throws IOException {
    List<Object> numbers = new ArrayList<>();
    for (LogRecord record = reader.next(); record != null; record = reader.next()) {
      numbers.add(record.arguments().get(0));
    }
    assertThat(reader.damage()).isEmpty();
    return numbers;
  }

  private static void write(LogWriter writer, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!writer.log(LogLevel.INFO, "record {}", i)) {
        throw new AssertionError("dropped");
      }
    }
  }

  private static List<Object> upTo(int end) {
    return IntStream.range(0, end).mapToObj(i -> (Object) i).toList();
  }

  @Test
  void aFileThatIsSealedAfterItWasListedIsReadWhole() throws IOException {
    LogStore store = open(SealMode.BLOCKS);
    write(store.writer("w"), 0, 5);
    store.flush();
    store.rotate();
    write(store.writer("w"), 5, 10);
    try (LogReader reader = reader()) {
      // The second segment was listed as a plain file, which is gone when its turn comes.
      store.close();
      assertThat(numbers(reader)).isEqualTo(upTo(10));
      assertThat(reader.holes()).isZero();
    }
  }

  @Test
  void aFileThatIsWipedAfterItWasListedIsReadWhole() throws IOException {
    try (LogStore store = open(SealMode.BLOCKS)) {
      write(store.writer("w"), 0, 5);
      store.flush();
      keysAreGone = true;
      store.rotate();
      write(store.writer("w"), 5, 10);
      try (LogReader reader = reader()) {
        // The second segment was listed without a sealed twin.
        keysAreGone = false;
        store.flush();
        assertThat(numbers(reader)).isEqualTo(upTo(10));
        assertThat(reader.holes()).isZero();
      }
    }
  }

  /** A directory's list need not have a file that got its name while the list was read. */
  @Test
  void aPlainFileThatTheListMissedIsReadBesideItsSealedTwin() throws IOException {
    try (LogStore store = open(SealMode.BLOCKS)) {
      write(store.writer("w"), 0, 5);
      store.flush();
      store.rotate();
      write(store.writer("w"), 5, 10);
      store.flush();
      Path plain = plainOfTheNewest();
      Path away = Files.move(plain, dir.resolve("away"));
      try (LogReader reader = reader()) {
        Files.move(away, plain);
        assertThat(numbers(reader)).isEqualTo(upTo(10));
      }
    }
  }

  private Path plainOfTheNewest() throws IOException {
    Path sealed = null;
    for (Path file : LogReader.list(dir)) {
      sealed = file.toString().endsWith(".sealed") ? file : sealed;
    }
    return dir.resolve(sealed.getFileName().toString().replace(".sealed", ""));
  }

  @Test
  void aSegmentThatIsBegunWhileTheOneBeforeIsReadAgainIsNotReadWithoutItsRest() throws IOException {
    KeyUnsealing unsealing = new KeyUnsealing(SealedFiles.ring());
    try (LogStore store = open(SealMode.RECORDS)) {
      write(store.writer("w"), 0, 5);
      Unsealing meanwhile =
          new Unsealing() {
            private int readings;

            @Override
            public Part read(Path file) throws IOException {
              return unsealing.read(file);
            }

            @Override
            public Records openRecords(Path file, MemorySegment area) throws IOException {
              boolean first = file.toString().endsWith("000001.tlog");
              if (first && ++readings == 2) {
                write(store.writer("w"), 5, 10);
                store.rotate();
                write(store.writer("w"), 10, 15);
              }
              return unsealing.openRecords(file, area);
            }
          };
      try (LogReader reader = LogReader.open(List.of(dir), meanwhile)) {
        List<Object> numbers = numbers(reader);
        assertThat(numbers).isEqualTo(upTo(numbers.size())).hasSizeGreaterThanOrEqualTo(5);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void everyReadingBesideAWriterIsABeginning(SealMode mode) throws IOException {
    int records = 20_000;
    Thread writer;
    try (LogStore store = open(mode)) {
      LogWriter log = store.writer("w");
      writer = new Thread(() -> write(log, 0, records));
      writer.start();
      int least = 0;
      while (writer.isAlive()) {
        try (LogReader reader = reader()) {
          List<Object> numbers = numbers(reader);
          assertThat(numbers).isEqualTo(upTo(numbers.size()));
          assertThat(numbers).hasSizeGreaterThanOrEqualTo(least);
          // The record under way, if it has its place already.
          assertThat(reader.holes()).isLessThanOrEqualTo(1);
          least = numbers.size();
        }
      }
    }
    try (LogReader reader = reader()) {
      assertThat(numbers(reader)).isEqualTo(upTo(records));
    }
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void aSealingWriterIsFollowedInOrder(SealMode mode) throws IOException {
    int records = 20_000;
    List<Object> numbers = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    LogFollower follower =
        new LogFollower(List.of(dir), new KeyUnsealing(SealedFiles.ring()), Long.MAX_VALUE);
    try (LogStore store = open(mode)) {
      LogWriter log = store.writer("w");
      Thread writer = new Thread(() -> write(log, 0, records));
      writer.start();
      while (writer.isAlive()) {
        follower.poll(record -> numbers.add(record.arguments().get(0)), failures::add);
      }
    }
    follower.poll(record -> numbers.add(record.arguments().get(0)), failures::add);
    assertThat(failures).isEmpty();
    assertThat(numbers).isEqualTo(upTo(records));
  }

  /** A file is empty when it is opened, and has its header a moment later. */
  @Test
  void aFileThatGetsItsHeaderWhileItIsReadIsNotTakenForAnother() throws Exception {
    byte[] bytes = sealedFile();
    Path file = dir.resolve("sealed");
    FutureTask<Void> writer =
        new FutureTask<>(
            () -> {
              for (int i = 0; i < 5_000; i++) {
                Path fresh = Files.createFile(dir.resolve("fresh"));
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
                Files.write(file, bytes, StandardOpenOption.WRITE);
              }
              return null;
            });
    Files.createFile(file);
    new Thread(writer).start();
    KeyUnsealing unsealing = new KeyUnsealing(SealedFiles.ring());
    while (!writer.isDone()) {
      assertThat(unsealing.read(file).foreign()).isFalse();
    }
    writer.get();
  }

  private byte[] sealedFile() throws IOException {
    try (LogStore store = open(SealMode.BLOCKS)) {
      write(store.writer("w"), 0, 5);
    }
    for (Path file : LogReader.list(dir)) {
      if (file.toString().endsWith(".sealed")) {
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        return bytes;
      }
    }
    throw new AssertionError("nothing is sealed");
  }

  /** Both files of a segment are there before either has a header. */
  @Test
  void aSegmentThatIsBeingMadeIsNoDamage() throws IOException {
    List<String> failures = new ArrayList<>();
    LogFollower follower =
        new LogFollower(List.of(dir), new KeyUnsealing(SealedFiles.ring()), Long.MAX_VALUE);
    Path sealed;
    try (RunLock lock = RunLock.take(dir, "log")) {
      sealed = makeWithoutHeader(lock.run(), 1);
      for (int look = 0; look < 3; look++) {
        follower.poll(record -> {}, failures::add);
        assertThat(failures).isEmpty();
      }
    }
    // Its writer has ended, so nothing will come.
    follower.poll(record -> {}, failures::add);
    assertThat(failures)
        .anySatisfy(
            text -> assertThat(text).startsWith(sealed + ": at 0").contains("found 0 bytes"));
  }

  @Test
  void theReaderLeavesOutASegmentThatIsBeingMade() throws IOException {
    Path sealed;
    try (RunLock lock = RunLock.take(dir, "log")) {
      sealed = makeWithoutHeader(lock.run(), 1);
      try (LogReader reader = reader()) {
        assertThat(numbers(reader)).isEmpty();
        assertThat(reader.files()).isZero();
        assertThat(reader.proofs()).isEmpty();
      }
      // A writer begins no segment before the one before has its header.
      makeWithoutHeader(lock.run(), 2);
      assertThat(damaged()).containsExactly(sealed);
    }
    assertThat(damaged()).hasSize(2).contains(sealed);
  }

  private Path makeWithoutHeader(String run, int number) throws IOException {
    String plain = FileNames.segment("log", run, number);
    Files.createFile(dir.resolve(plain));
    return Files.createFile(dir.resolve(plain + ".sealed"));
  }

  private Set<Path> damaged() throws IOException {
    try (LogReader reader = reader()) {
      assertThat(reader.next()).isNull();
      return reader.damage().stream()
          .map(LogDamage::file)
          .filter(file -> file.toString().endsWith(".sealed"))
          .collect(Collectors.toSet());
    }
  }
}
