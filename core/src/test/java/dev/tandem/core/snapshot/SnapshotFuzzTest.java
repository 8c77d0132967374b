package dev.tandem.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.DamagedBytes;
import dev.tandem.core.Flows;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.SymbolRows;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.statemachine.StagesDriver;
import dev.tandem.hash.Hashing;
import dev.tandem.hash.Xxh3;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged snapshots: a file is refused by name, and the one before it is taken; a state that some
 * snapshot may hold is refused as impossible, or restored and given again as it was. {@code
 * -Dtandem.fuzz.seconds} says for how long, else a number of inputs decides.
 */
class SnapshotFuzzTest {

  private static final long SECONDS = Long.getLong("tandem.fuzz.seconds", 0);
  private static final long SEED = Long.getLong("tandem.fuzz.seed", System.nanoTime());
  private static final int FILES = 300;
  private static final int STATES = 600;
  private static final int ENTRIES = 80;
  private static final int ENTRY_BYTES = 32;
  private static final int LENGTH_AT = 56;
  private static final Xxh3 XXH3 = Hashing.xxh3();

  /** Numbers that a table may hold by mistake: small ones meet what is there. */
  private static final long[] WORDS = {
    0, 1, 2, 3, -1, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE
  };

  @TempDir private Path base;
  private final SplittableRandom random = new SplittableRandom(SEED);

  private static StateImage image(long seed, int commands, int riskShards) throws Exception {
    StagesDriver driver = new StagesDriver(riskShards, 2, c -> {});
    driver.apply(Flows.hostile(seed, commands), Flows::copy);
    driver.settle();
    return driver.stages().image();
  }

  private boolean proceeds(long input, int most, long end) {
    return SECONDS == 0 ? input < most : System.nanoTime() - end < 0;
  }

  private static long end() {
    return System.nanoTime() + SECONDS * 1_000_000_000L / 2;
  }

  private static AssertionError failed(long input, Throwable cause) {
    return new AssertionError("seed %d, input %d: %s".formatted(SEED, input, cause), cause);
  }

  /** Checksums that fit, or no input would ever come behind the first of them; not the hashes. */
  private static void sign(byte[] file) {
    if (file.length < SnapshotFile.HEADER_BYTES) {
      return;
    }
    ByteBuffer words = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    words.putLong(0, SnapshotFile.MAGIC).putInt(8, SnapshotFile.VERSION);
    words.putInt(12, TableKind.count());
    int offset = SnapshotFile.HEADER_BYTES;
    for (TableKind kind : TableKind.values()) {
      int entry = ENTRIES + ENTRY_BYTES * kind.ordinal();
      int row = kind.rowWords() * Long.BYTES;
      int most = (file.length - offset) / row;
      boolean last = kind.ordinal() == TableKind.count() - 1;
      long asked = words.getLong(entry + 8) & Long.MAX_VALUE;
      int rows = (int) (last ? most : Math.min(asked, most));
      words.putInt(entry, kind.code()).putInt(entry + 4, kind.rowWords());
      words.putLong(entry + 8, rows).putLong(entry + 16, offset);
      words.putLong(entry + 24, XXH3.hash(words.slice(offset, rows * row)));
      offset += rows * row;
    }
    words.putLong(LENGTH_AT, file.length);
    int sum = SnapshotFile.HEADER_BYTES - Long.BYTES;
    words.putLong(sum, XXH3.hash(words.slice(0, sum)));
  }

  /** Of the state after so many commands of the flow. */
  private SnapshotInfo written(Snapshots snapshots, int commands) throws Exception {
    try (StateImage image = image(1, commands, 1)) {
      return snapshots.write(image, Positions.at(commands - 1));
    }
  }

  @Test
  void aDamagedFileIsRefusedAndTheOneBeforeIsTaken() throws Exception {
    Snapshots snapshots = Snapshots.open(base.resolve("snapshots"));
    SnapshotInfo older = written(snapshots, 60);
    SnapshotInfo info = written(snapshots, 200);
    Path file = info.directory().resolve(SnapshotFile.NAME);
    byte[] whole = Files.readAllBytes(file);
    byte[] other = Files.readAllBytes(older.directory().resolve(SnapshotFile.NAME));
    long end = end();
    for (long input = 0; proceeds(input, FILES, end); input++) {
      byte[] bytes = DamagedBytes.of(whole, other, random);
      if (random.nextInt(3) != 0) {
        sign(bytes);
      }
      Files.write(file, bytes);
      List<Snapshots.Damaged> damaged = new ArrayList<>();
      try (Snapshots.Loaded loaded = snapshots.latestValid(damaged::add)) {
        if (damaged.isEmpty()) {
          // Nothing that its hashes are of was hit.
          assertThat(loaded.info().stateHash()).isEqualTo(info.stateHash());
          assertThat(loaded.info().eventHash()).isEqualTo(info.eventHash());
        } else {
          assertThat(damaged).hasSize(1);
          assertThat(damaged.get(0).reason()).contains(info.directory().toString());
          assertThat(loaded.info()).isEqualTo(older);
        }
        verify(snapshots, info.directory(), damaged.isEmpty());
      } catch (RuntimeException | Error e) {
        Path kept = Files.createTempFile("tandem-snapshot-fuzz-", ".state");
        Files.write(kept, bytes);
        throw failed(input, new AssertionError("kept as " + kept + ": " + e, e));
      }
    }
  }

  /** All checksums fit: somebody wrote it who knows the format. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCountBelowZeroIsDamageAndTheSnapshotBeforeIsTaken(int word) throws Exception {
    Snapshots snapshots = Snapshots.open(base.resolve("snapshots"));
    SnapshotInfo older = written(snapshots, 60);
    SnapshotInfo info = written(snapshots, 200);
    Path file = info.directory().resolve(SnapshotFile.NAME);
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int row = (int) words.getLong(ENTRIES + ENTRY_BYTES * TableKind.RESULTS.ordinal() + 16);
    words.putLong(row + 8 * word, -1);
    sign(bytes);
    Files.write(file, bytes);
    List<Snapshots.Damaged> damaged = new ArrayList<>();
    try (Snapshots.Loaded loaded = snapshots.latestValid(damaged::add)) {
      assertThat(loaded.info()).isEqualTo(older);
    }
    assertThat(damaged.get(0).reason()).contains("word " + word + " of RESULTS is -1");
  }

  /** They only describe the writer: a reader makes no shards for them. */
  @ParameterizedTest
  @ValueSource(ints = {-441_601_732, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void noMoreShardsAreMadeThanAreNeeded(int shards) throws Exception {
    Snapshots snapshots = Snapshots.open(base.resolve("snapshots"));
    SnapshotInfo info;
    try (StateImage image = image(1, 200, 1)) {
      info = snapshots.write(image, Positions.at(199));
    }
    Path file = info.directory().resolve(SnapshotFile.NAME);
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(32, shards).putInt(36, shards);
    sign(bytes);
    Files.write(file, bytes);
    assertThat(snapshots.verify(info.directory()).stateHash()).isEqualTo(info.stateHash());
  }

  private static void verify(Snapshots snapshots, Path directory, boolean loaded)
      throws IOException {
    try {
      snapshots.verify(directory);
      assertThat(loaded).isTrue();
    } catch (SnapshotException e) {
      assertThat(e).hasMessageContaining(directory.toString());
    }
  }

  /** The words by which rows of another table are counted: a file with others is not loaded. */
  private static boolean isCount(TableKind kind, int word) {
    return (kind == TableKind.SYMBOLS && (word == 6 || word == 7 || word == SymbolRows.STOPS))
        || (kind == TableKind.USERS && word == 2);
  }

  @Test
  void anImpossibleStateIsRefusedAndAnyOtherIsRestored() throws Exception {
    long end = end();
    int restored = 0;
    for (long input = 0; proceeds(input, STATES, end); input++) {
      try (StateImage image = image(random.nextInt(20), 40 + random.nextInt(80), 1)) {
        int mutations = random.nextInt(3);
        for (int m = 0; m < mutations; m++) {
          mutate(image);
        }
        if (isRestored(image, 1 + random.nextInt(2))) {
          restored++;
        } else {
          assertThat(mutations).isPositive();
        }
      } catch (RuntimeException | Error e) {
        throw failed(input, e);
      }
    }
    assertThat(restored).isPositive();
  }

  private void mutate(StateImage image) {
    TableKind kind = TableKind.values()[random.nextInt(TableKind.count())];
    Table table = image.table(kind);
    if (table.rows() == 0) {
      return;
    }
    long row = random.nextLong(table.rows());
    int word = random.nextInt(kind.rowWords());
    if (isCount(kind, word)) {
      return;
    }
    long now = table.word(row, word);
    table.set(
        row,
        word,
        switch (random.nextInt(4)) {
          case 0 -> now ^ 1L << random.nextInt(64);
          case 1 -> now + random.nextInt(-2, 3);
          case 2 -> table.word(random.nextLong(table.rows()), word);
          default -> WORDS[random.nextInt(WORDS.length)];
        });
  }

  private static boolean isRestored(StateImage image, int shards) {
    StagesDriver driver = new StagesDriver(shards, shards, c -> {});
    try {
      driver.stages().restore(image);
    } catch (InvalidImageException e) {
      assertThat(e.getMessage()).isNotEmpty();
      return false;
    }
    // What is taken over is given again, and taken over again.
    try (StateImage given = driver.stages().image()) {
      StagesDriver again = new StagesDriver(1, 1, c -> {});
      again.stages().restore(given);
      try (StateImage same = again.stages().image()) {
        assertThat(same.stateHash()).isEqualTo(given.stateHash());
      }
    }
    return true;
  }
}
