package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogDamage;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.SegmentProof;
import dev.tandem.logger.SegmentProof.State;
import dev.tandem.logger.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What somebody does who may write the directory and has no key, and how it shows. */
class ForgeryTest {
  private static final int CLAIM_AT = 64;
  private static final int CLOSED_AT = 128;
  private static final int WIPED_AT = 136;

  @TempDir private Path temp;

  /** What reading a directory gave. */
  private record Outcome(List<String> messages, List<State> states, List<String> damage) {
    boolean isProven() {
      return damage.isEmpty() && states.stream().allMatch(State.COMPLETE::equals);
    }
  }

  private Path log() {
    return temp.resolve("log");
  }

  private static LogStoreConfig config(SealMode mode) {
    LogStoreConfig.Builder config = LogStoreConfig.builder().segmentSize(1 << 16);
    return (mode == null ? config : config.sealing(new KeySealing(SealedFiles.ring(), mode)))
        .build();
  }

  private Outcome read() throws IOException {
    List<String> messages = new ArrayList<>();
    try (LogReader reader = LogReader.open(List.of(log()), new KeyUnsealing(SealedFiles.ring()))) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        messages.add(record.message());
      }
      assertThat(reader.proofs().stream().mapToLong(SegmentProof::records).sum())
          .isEqualTo(messages.size());
      List<String> damage = new ArrayList<>();
      reader.damage().stream().map(LogDamage::toString).forEach(damage::add);
      reader.gaps().forEach(gap -> damage.add(gap.toString()));
      return new Outcome(
          messages, reader.proofs().stream().map(SegmentProof::state).toList(), damage);
    }
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.list(log())) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static void write(Path directory, SealMode mode, int segments, String text)
      throws IOException {
    try (LogStore store = LogStore.open(directory, config(mode))) {
      for (int i = 0; i < segments; i++) {
        store.writer("bank").log(LogLevel.INFO, text + i);
        store.flush();
        if (i + 1 < segments) {
          store.rotate();
        }
      }
    }
  }

  /** A sealed file of five records, and the plain header as it was while the log lived. */
  private byte[] writeFive() throws IOException {
    byte[] header;
    try (LogStore store = LogStore.open(log(), config(SealMode.BLOCKS))) {
      for (int i = 0; i < 5; i++) {
        store.writer("bank").log(LogLevel.INFO, "record " + i);
        store.flush();
      }
      Path plain = files("000001.tlog").get(0);
      header = Arrays.copyOf(Files.readAllBytes(plain), SegmentLayout.HEADER_BYTES);
    }
    assertThat(read().isProven()).isTrue();
    return header;
  }

  private Path plainTwin() throws IOException {
    String name = files(KeySealing.SUFFIX).get(0).toString();
    return Path.of(name.substring(0, name.length() - KeySealing.SUFFIX.length()));
  }

  /** Cuts the sealed file after so many blocks; returns where the segment's bytes end then. */
  private long cutAfter(int blocks) throws IOException {
    Path sealed = files(KeySealing.SUFFIX).get(0);
    byte[] bytes = Files.readAllBytes(sealed);
    List<Integer> starts = SealedFiles.blockStarts(bytes);
    Files.write(sealed, Arrays.copyOf(bytes, starts.get(blocks)));
    long end = 0;
    for (int i = 0; i < blocks; i++) {
      end += SealFormat.getInt(bytes, starts.get(i) + SealFormat.BLOCK_LENGTH_AT);
    }
    return end;
  }

  private static byte[] ended(byte[] header, long end, long claims, long wiped) {
    byte[] forged = header.clone();
    ByteBuffer buffer = ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putLong(CLAIM_AT, end | claims << 36);
    buffer.putLong(CLOSED_AT, end | claims << 36);
    buffer.putLong(WIPED_AT, wiped);
    return forged;
  }

  @Test
  void aCutCoveredByAHeaderIsNotProven() throws IOException {
    byte[] header = writeFive();
    byte[] whole = Files.readAllBytes(files(KeySealing.SUFFIX).get(0));
    for (int blocks = 1; blocks < SealedFiles.blocks(whole).size(); blocks++) {
      Files.write(files(KeySealing.SUFFIX).get(0), whole);
      long end = cutAfter(blocks);
      for (long claims = 0; claims < 8; claims++) {
        Files.write(plainTwin(), ended(header, end, claims, end));
        assertThat(read().isProven()).as("%d blocks, %d claims", blocks, claims).isFalse();
      }
      Files.delete(plainTwin());
      assertThat(read().damage()).anyMatch(text -> text.contains("end lost"));
    }
  }

  @Test
  void aHeaderCannotHideWhatHasACleanEnd() throws IOException {
    byte[] header = writeFive();
    for (long end = SegmentLayout.HEADER_BYTES; end < 1024; end += 8) {
      Files.write(plainTwin(), ended(header, end, 1, end));
      Outcome outcome = read();
      assertThat(outcome.messages()).hasSize(5);
      assertThat(outcome.isProven()).isTrue();
    }
  }

  @Test
  void nothingIsAddedBehindACleanEnd() throws IOException {
    byte[] header = writeFive();
    long end = cleanEnd();
    byte[] more = Arrays.copyOf(ended(header, end + 64, 20, end), (int) end + 64);
    more[(int) end] = 48;
    Files.write(plainTwin(), more);
    assertThat(read().messages()).hasSize(5);
    // The next run takes it for what a crash has left, and seals it.
    Files.createFile(Path.of(plainTwin().toString().replace("-000001.tlog", ".lock")));
    LogStore.open(log(), config(SealMode.BLOCKS)).close();
    assertThat(read().damage()).anyMatch(text -> text.contains("behind a clean end"));
  }

  private long cleanEnd() throws IOException {
    byte[] bytes = Files.readAllBytes(files(KeySealing.SUFFIX).get(0));
    long end = 0;
    for (int start : SealedFiles.blockStarts(bytes)) {
      end +=
          start == bytes.length ? 0 : SealFormat.getInt(bytes, start + SealFormat.BLOCK_LENGTH_AT);
    }
    return end;
  }

  @Test
  void whatARunSealsAfterACrashIsDistinguished() throws IOException {
    byte[] header = writeFive();
    long end = cutAfter(3);
    Files.write(plainTwin(), Arrays.copyOf(ended(header, end, 3, end), (int) end));
    Path lock = Path.of(plainTwin().toString().replace("-000001.tlog", ".lock"));
    byte[] plain = new byte[(int) end + 64];
    System.arraycopy(ended(header, end + 64, 20, end), 0, plain, 0, header.length);
    Files.write(plainTwin(), plain);
    Files.createFile(lock);
    LogStore.open(log(), config(SealMode.BLOCKS)).close();
    assertThat(files(".1.sealed")).hasSize(1);
    // The other one is of the run that has sealed it.
    assertThat(read().states()).containsExactlyInAnyOrder(State.RECOVERED, State.COMPLETE);
  }

  @Test
  void whatWasSealedAsItWasWrittenIsNotReplacedByALaterSeal() throws IOException {
    byte[] header = writeFive();
    List<String> before = read().messages();
    long end = cutAfter(5);
    // All of it again, one letter changed, as if nothing had been sealed before the crash.
    byte[] plain = new byte[(int) end];
    System.arraycopy(ended(header, end, 4, 0), 0, plain, 0, header.length);
    Arrays.fill(plain, SegmentLayout.HEADER_BYTES, plain.length, (byte) 1);
    Files.write(plainTwin(), plain);
    Files.createFile(Path.of(plainTwin().toString().replace("-000001.tlog", ".lock")));
    LogStore.open(log(), config(SealMode.BLOCKS)).close();
    Outcome outcome = read();
    assertThat(before).startsWith(outcome.messages().toArray(new String[0]));
    assertThat(outcome.messages()).isNotEmpty();
    assertThat(outcome.states()).containsExactlyInAnyOrder(State.DAMAGED, State.COMPLETE);
    assertThat(outcome.damage()).anyMatch(text -> text.contains("other bytes"));
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void aPlainFileAmongSealedOnesIsNotProven(SealMode mode) throws IOException {
    write(log(), mode, 2, "true ");
    assertThat(read().isProven()).isTrue();
    write(temp.resolve("forged"), null, 1, "forged ");
    Path forged;
    try (Stream<Path> files = Files.list(temp.resolve("forged"))) {
      forged = files.findFirst().orElseThrow();
    }
    // Beside the sealed files, and in the place of one of them.
    Path beside = log().resolve(forged.getFileName());
    Files.copy(forged, beside);
    assertThat(read().states()).containsOnlyOnce(State.PLAIN);
    Files.delete(beside);
    Path first = files(mode == SealMode.BLOCKS ? KeySealing.SUFFIX : ".tlog").get(0);
    Path twin = mode == SealMode.BLOCKS ? plainTwin() : first;
    Files.delete(first);
    Files.copy(forged, twin);
    assertThat(read().states()).containsExactly(State.PLAIN, State.COMPLETE);
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void aSegmentFromTheMiddleOfARunIsMissed(SealMode mode) throws IOException {
    write(log(), mode, 5, "record ");
    List<Path> files = files("");
    assertThat(files).hasSize(5);
    // As retention does it, and as only the names of a run tell.
    Files.delete(files.get(0));
    assertThat(read().isProven()).isTrue();
    Files.delete(files.get(2));
    Outcome outcome = read();
    assertThat(outcome.messages()).hasSize(3);
    assertThat(outcome.damage())
        .singleElement()
        .asString()
        .contains("000003.tlog", "found segment 2 of the run and then 4");
  }

  @Test
  void aMissingPlainSegmentIsMissedToo() throws IOException {
    write(log(), null, 4, "record ");
    Files.delete(files("").get(1));
    assertThat(read().damage()).singleElement().asString().contains("000002.tlog", "missing");
  }

  @Test
  void anAuditFileWithoutItsMarkIsNotProven() throws IOException {
    write(log(), SealMode.RECORDS, 1, "record ");
    Path file = files(".tlog").get(0);
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 352, 352 + 64, (byte) 0);
    byte[] empty = Arrays.copyOf(bytes, SegmentLayout.HEADER_BYTES);
    Files.write(file, ended(empty, SegmentLayout.HEADER_BYTES, 0, 0));
    assertThat(read().states()).containsExactly(State.UNFINISHED);
  }

  @Test
  void aLivingStoreIsUnfinished() throws IOException {
    try (LogStore store = LogStore.open(log(), config(SealMode.BLOCKS))) {
      store.writer("w").log(LogLevel.INFO, "one");
      store.flush();
      store.rotate();
      store.writer("w").log(LogLevel.INFO, "two");
      store.flush();
      Outcome outcome = read();
      assertThat(outcome.messages()).containsExactly("one", "two");
      assertThat(outcome.damage()).isEmpty();
      assertThat(outcome.states()).last().isEqualTo(State.UNFINISHED);
    }
    assertThat(read().isProven()).isTrue();
  }
}
