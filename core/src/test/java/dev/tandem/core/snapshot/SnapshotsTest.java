package dev.tandem.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.Flows;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.statemachine.StagesDriver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot is there as it was written, or not at all, or known to be damaged. */
@Timeout(300)
class SnapshotsTest {

  @TempDir Path base;
  private Path directory;
  private final List<Snapshots.Damaged> damaged = new ArrayList<>();

  @BeforeEach
  void name() {
    directory = base.resolve("snapshots");
  }

  private static StateImage image(long seed, int commands, int riskShards) throws Exception {
    StagesDriver driver = new StagesDriver(riskShards, 2, c -> {});
    driver.apply(Flows.hostile(seed, commands), Flows::copy);
    driver.settle();
    return driver.stages().image();
  }

  private static void assertSame(StateImage found, StateImage expected) {
    for (TableKind kind : TableKind.values()) {
      assertThat(found.table(kind).bytes().mismatch(expected.table(kind).bytes()))
          .as("%s", kind)
          .isEqualTo(-1);
    }
    assertThat(found.riskShards()).isEqualTo(expected.riskShards());
    assertThat(found.matchingShards()).isEqualTo(expected.matchingShards());
  }

  @Test
  void theNameOfItsDirectoryIsDurable() throws IOException {
    List<Path> synced = new ArrayList<>();
    SnapshotDisk disk =
        new SnapshotDisk() {
          @Override
          void syncDirectory(Path parent) {
            synced.add(parent);
          }
        };
    Snapshots.open(base.resolve("log").resolve("snapshots"), disk);
    assertThat(synced).endsWith(base, base.resolve("log"));
  }

  @Test
  void comesBackAsItWas() throws Exception {
    Snapshots snapshots = Snapshots.open(directory);
    assertThat(snapshots.latestValid(damaged::add)).isNull();
    for (int seed = 0; seed < 6; seed++) {
      try (StateImage image = image(seed, seed * 400, seed % 3)) {
        SnapshotInfo info = snapshots.write(image, Positions.at(seed * 1_000L - 1));
        assertThat(info.stateHash()).isEqualTo(image.stateHash());
        assertThat(info.eventHash()).isEqualTo(image.eventHash());
        assertThat(info.logSequence()).isEqualTo(seed * 1_000L - 1);
        assertThat(snapshots.verify(info.directory())).isEqualTo(info);
        try (Snapshots.Loaded loaded = snapshots.latestValid(damaged::add)) {
          assertThat(loaded.info()).isEqualTo(info);
          assertSame(loaded.image(), image);
        }
        assertThat(Files.size(info.directory().resolve("state"))).isEqualTo(info.bytes());
      }
    }
    assertThat(Snapshots.openReadOnly(directory).list(damaged::add))
        .extracting(SnapshotInfo::logSequence)
        .containsExactly(-1L, 999L, 1_999L, 2_999L, 3_999L, 4_999L);
    assertThat(damaged).isEmpty();
    assertThat(snapshots.deleteAllBut(2, Long.MAX_VALUE)).isEqualTo(4);
    assertThat(snapshots.list(damaged::add))
        .extracting(SnapshotInfo::logSequence)
        .containsExactly(3_999L, 4_999L);
    assertThat(snapshots.deleteAllBut(2, Long.MAX_VALUE)).isZero();
  }

  @Test
  void everyFlippedBitIsFound() throws Exception {
    Snapshots snapshots = Snapshots.open(directory);
    SnapshotInfo older;
    SnapshotInfo info;
    try (StateImage first = image(1, 60, 1);
        StateImage second = image(1, 90, 1)) {
      older = snapshots.write(first, Positions.at(59));
      info = snapshots.write(second, Positions.at(89));
    }
    Path file = info.directory().resolve("state");
    byte[] bytes = Files.readAllBytes(file);
    try (FileChannel channel = FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
      for (int at = 0; at < bytes.length; at++) {
        byte flipped = (byte) (bytes[at] ^ 1 << at % 8);
        channel.write(ByteBuffer.wrap(new byte[] {flipped}), at);
        assertThatThrownBy(() -> snapshots.verify(info.directory()))
            .as("byte %d", at)
            .isInstanceOf(SnapshotException.class)
            .hasMessageContaining(file.toString());
        damaged.clear();
        try (Snapshots.Loaded loaded = snapshots.latestValid(damaged::add)) {
          assertThat(loaded.info()).isEqualTo(older);
        }
        assertThat(damaged).hasSize(1);
        assertThat(damaged.get(0).reason()).contains(file.toString());
        channel.write(ByteBuffer.wrap(bytes, at, 1), at);
      }
    }
    assertThat(snapshots.verify(info.directory())).isEqualTo(info);
  }

  @Test
  void everyCutIsFoundAndSoIsWhatIsAppended() throws Exception {
    Snapshots snapshots = Snapshots.open(directory);
    SnapshotInfo info;
    try (StateImage image = image(1, 90, 1)) {
      info = snapshots.write(image, Positions.at(89));
    }
    Path file = info.directory().resolve("state");
    byte[] bytes = Files.readAllBytes(file);
    // Each one of the header, and of the tables those that meet each byte of a word.
    for (int length = 0; length < bytes.length; length += length < 512 ? 1 : 7) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> snapshots.verify(info.directory()))
          .as("length %d", length)
          .isInstanceOf(SnapshotException.class)
          .hasMessageContaining(length + " bytes");
    }
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
    assertThatThrownBy(() -> snapshots.verify(info.directory()))
        .isInstanceOf(SnapshotException.class);
    Files.delete(file);
    assertThat(snapshots.latestValid(damaged::add)).isNull();
    assertThat(damaged.get(0).reason()).contains("missing");
  }

  /** All checksums fit: somebody wrote it who knows the format. */
  @Test
  void moneyOutOfNothingIsDamage() throws Exception {
    Snapshots snapshots = Snapshots.open(directory);
    try (StateImage image = image(1, 90, 1)) {
      Table currencies = image.table(TableKind.CURRENCIES);
      long currency = currencies.word(0, 0);
      currencies.set(0, 2, currencies.word(0, 2) - 1);
      SnapshotInfo info = snapshots.write(image, Positions.at(89));
      assertThatThrownBy(() -> snapshots.verify(info.directory()))
          .isInstanceOf(SnapshotException.class)
          .hasMessageContaining("cannot be restored: currency " + currency + " has a supply of ")
          .hasMessageContaining("fees and what users own are more than that");
    }
  }

  @Test
  void aSnapshotUnderAnotherNameIsDamaged() throws Exception {
    Snapshots snapshots = Snapshots.open(directory);
    try (StateImage image = image(1, 90, 1)) {
      SnapshotInfo info = snapshots.write(image, Positions.at(89));
      Path other = directory.resolve("snapshot-00000000000000000090");
      Files.move(info.directory(), other);
      assertThatThrownBy(() -> snapshots.verify(other)).hasMessageContaining("sequence 89");
      assertThat(snapshots.list(damaged::add)).isEmpty();
      assertThat(damaged).hasSize(1);
    }
  }

  @Test
  void theSameSequenceIsWrittenOnceUnlessItIsDamaged() throws Exception {
    Snapshots snapshots = Snapshots.open(directory);
    try (StateImage image = image(1, 90, 1)) {
      SnapshotInfo info = snapshots.write(image, Positions.at(89));
      assertThat(snapshots.write(image, Positions.at(89))).isEqualTo(info);
      Path file = info.directory().resolve("state");
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length - 1] ^= 1;
      Files.write(file, bytes);
      assertThat(snapshots.write(image, Positions.at(89)).stateHash()).isEqualTo(info.stateHash());
      assertThat(snapshots.verify(info.directory()).bytes()).isEqualTo(info.bytes());
    }
  }

  @Test
  void whatACrashLeftIsRemovedAndForeignFilesAreNot() throws Exception {
    Snapshots snapshots = Snapshots.open(directory);
    Path left = directory.resolve("snapshot-00000000000000000007.tmp");
    Files.createDirectory(left);
    Files.writeString(left.resolve("state"), "half");
    Path foreign = Files.writeString(directory.resolve("notes.tmp"), "mine");
    assertThat(snapshots.list(damaged::add)).isEmpty();
    Snapshots.openReadOnly(directory);
    assertThat(left).exists();
    Snapshots.open(directory);
    assertThat(left).doesNotExist();
    assertThat(foreign).exists();
    assertThat(damaged).isEmpty();
  }

  /**
   * A disk that fails at its n-th change after it was opened, once; or from then on, as a full one
   * does.
   */
  private static final class FailingDisk extends SnapshotDisk {

    private final int failAt;
    private final boolean forEver;
    private int changes;
    private boolean opened;

    FailingDisk(int failAt, boolean forEver) {
      this.failAt = failAt;
      this.forEver = forEver;
    }

    private void count() throws IOException {
      if (!opened) {
        return;
      }
      int n = changes++;
      if (n == failAt || (forEver && n > failAt)) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    void createDirectory(Path path) throws IOException {
      count();
      super.createDirectory(path);
    }

    @Override
    FileChannel create(Path file) throws IOException {
      count();
      return super.create(file);
    }

    @Override
    void write(FileChannel file, ByteBuffer bytes) throws IOException {
      // A full disk takes what still fits.
      ByteBuffer half = bytes.duplicate().limit(bytes.limit() / 2);
      super.write(file, half);
      count();
      super.write(file, bytes.position(half.limit()));
    }

    @Override
    void sync(FileChannel file) throws IOException {
      count();
      super.sync(file);
    }

    @Override
    void syncDirectory(Path path) throws IOException {
      count();
      super.syncDirectory(path);
    }

    @Override
    void rename(Path from, Path to) throws IOException {
      count();
      super.rename(from, to);
    }

    @Override
    void delete(Path path) throws IOException {
      // A file can be deleted on a full disk.
      if (!forEver) {
        count();
      }
      super.delete(path);
    }
  }

  /** Every change of the disk that a snapshot makes fails in turn. */
  @Test
  void aFailureAnywhereLeavesTheOlderSnapshots() throws Exception {
    try (StateImage first = image(3, 500, 2);
        StateImage second = image(3, 900, 2)) {
      SnapshotInfo older = Snapshots.open(directory).write(first, Positions.at(499));
      int failures = 0;
      for (boolean forEver : new boolean[] {false, true}) {
        for (int n = 0; ; n++) {
          FailingDisk disk = new FailingDisk(n, forEver);
          Snapshots failing = Snapshots.open(directory, disk);
          disk.opened = true;
          boolean written;
          try {
            failing.write(second, Positions.at(899));
            written = true;
          } catch (SnapshotException e) {
            assertThat(e).hasMessageContaining("No space left").hasMessageContaining("899");
            written = false;
            failures++;
          }
          Snapshots reopened = Snapshots.open(directory);
          assertThat(reopened.verify(older.directory())).isEqualTo(older);
          try (Snapshots.Loaded latest = reopened.latestValid(damaged::add)) {
            if (written) {
              assertThat(latest.info().logSequence()).isEqualTo(899);
            } else {
              // The last step, syncing the directory, comes after the rename: then it is there.
              assertThat(latest.info().logSequence()).isIn(499L, 899L);
            }
            if (latest.info().logSequence() == 899) {
              assertSame(latest.image(), second);
            }
          }
          assertThat(damaged).isEmpty();
          try (Stream<Path> all = Files.list(directory)) {
            assertThat(all).allMatch(p -> !p.toString().endsWith(".tmp"));
          }
          deleteNewest(reopened);
          if (written) {
            break;
          }
        }
      }
      assertThat(failures).isGreaterThan(20);
    }
  }

  private static void deleteNewest(Snapshots snapshots) throws IOException {
    List<Path> all = snapshots.directories();
    if (all.size() > 1) {
      Path newest = all.get(all.size() - 1);
      Files.delete(newest.resolve("state"));
      Files.delete(newest);
    }
  }
}
