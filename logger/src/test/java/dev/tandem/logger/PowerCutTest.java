package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.SegmentProof.State;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.SegmentTail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine leaves that dies: pages of a plain file that are older than others. */
class PowerCutTest {
  private static final List<String> MESSAGES = List.of("first", "second", "third", "last");

  @TempDir private Path temp;
  private Path live;
  private Path cut;
  private SealingProbe sealing;
  private MadeSegment made;
  private SegmentTail tail;
  private long third;
  private byte[] before;

  /** Three records are sealed and wiped, the last one is plain. */
  @BeforeEach
  void writeAndSeal() throws IOException {
    live = Files.createDirectory(temp.resolve("live"));
    cut = temp.resolve("cut");
    sealing = new SealingProbe(SealMode.BLOCKS);
    made = new MadeSegment(live);
    made.log("first");
    made.log("second");
    third = made.log("third");
    before = Files.readAllBytes(made.info.file());
    tail = new SegmentTail(made.segment, sealing::openSink, 0);
    tail.seal(true, 0);
  }

  /** Cuts the power: the plain file is as a test has changed it. */
  private void cut(Change change) throws IOException {
    made.kill(cut);
    Path plain = cut.resolve(made.info.file().getFileName());
    byte[] bytes = Files.readAllBytes(plain);
    change.apply(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    Files.write(plain, bytes);
  }

  /** What is different on the disk from what the process has seen. */
  private interface Change {
    void apply(ByteBuffer plain);
  }

  private static void forgetWhatWasWiped(ByteBuffer plain) {
    plain.putLong((int) SegmentLayout.WIPED_AT, 0);
  }

  private void recover() throws IOException {
    LogStore.open(cut, Logs.small().sealing(sealing).build()).close();
  }

  private Logs.Content read() throws IOException {
    return Logs.read(cut, new KeyUnsealing(AbandonedTest.ring()));
  }

  private State state() throws IOException {
    try (LogReader reader = LogReader.open(List.of(cut), new KeyUnsealing(AbandonedTest.ring()))) {
      while (reader.next() != null) {
        // To the end.
      }
      // The store that recovers has a run of its own.
      return reader.proofs().stream()
          .filter(proof -> proof.file().toString().contains(MadeSegment.RUN))
          .findFirst()
          .orElseThrow()
          .state();
    }
  }

  private void expectAll() throws IOException {
    assertThat(read().damage()).isEmpty();
    assertThat(read().gaps()).isEmpty();
    assertThat(read().messages()).isEqualTo(MESSAGES);
    assertThat(state()).isEqualTo(State.RECOVERED);
  }

  @Test
  void zerosWhereSomethingIsSealedAreNoContradiction() throws IOException {
    made.log("last");
    cut(PowerCutTest::forgetWhatWasWiped);
    recover();
    expectAll();
  }

  @Test
  void recordsOfWhichSomeBytesAreWipedAreNoContradiction() throws IOException {
    made.log("last");
    // A page ends within a record: what is before it is not wiped on the disk.
    for (long end = third; end <= third + RecordLayout.HEADER_BYTES + 8; end += 8) {
      int from = SegmentLayout.HEADER_BYTES;
      int length = (int) end - from;
      for (boolean reported : new boolean[] {true, false}) {
        cut = temp.resolve("cut-" + end + reported);
        cut(
            plain -> {
              plain.put(from, before, from, length);
              if (!reported) {
                forgetWhatWasWiped(plain);
              }
            });
        recover();
        expectAll();
      }
    }
  }

  @Test
  void aSecondCutWhileTheRestIsSealedIsNoContradiction() throws IOException {
    made.log("last");
    cut(PowerCutTest::forgetWhatWasWiped);
    recover();
    Path plain = cut.resolve(made.info.file().getFileName());
    // The zeros of the first recovery came to the disk, neither its header nor its cut.
    byte[] again = Arrays.copyOf(Files.readAllBytes(plain), 1 << 16);
    forgetWhatWasWiped(ByteBuffer.wrap(again).order(ByteOrder.LITTLE_ENDIAN));
    Files.write(plain, again);
    Files.createFile(cut.resolve(FileNames.lock("log", MadeSegment.RUN)));
    recover();
    expectAll();
  }

  @Test
  void zerosBehindACleanEndAreNothing() throws IOException {
    made.log("last");
    made.close();
    tail.seal(true, 0);
    tail.end();
    // The claim that closes the segment came to the disk, and what it did next did not.
    cut(
        plain -> {
          forgetWhatWasWiped(plain);
          long closed = plain.getLong((int) SegmentLayout.CLOSED_AT);
          plain.putLong((int) SegmentLayout.CLOSED_AT, 0);
          plain.putLong((int) SegmentLayout.CLAIM_AT, closed + SegmentLayout.ONE_CLAIM + (1 << 16));
        });
    recover();
    assertThat(read().damage()).isEmpty();
    assertThat(read().gaps()).isEmpty();
    assertThat(read().messages()).isEqualTo(MESSAGES);
    assertThat(state()).isEqualTo(State.COMPLETE);
  }

  @Test
  void otherBytesThanZerosAreDamage() throws IOException {
    made.log("last");
    for (int at = SegmentLayout.HEADER_BYTES; at < third; at += 8) {
      int changed = at;
      cut(
          plain -> {
            forgetWhatWasWiped(plain);
            plain.put(changed, (byte) (before[changed] ^ 0x40));
          });
      recover();
      if ((before[at] ^ 0x40) != 0) {
        assertThat(read().damage())
            .as("byte %d", at)
            .anyMatch(place -> place.toString().contains("other bytes"));
      }
      assertThat(read().messages()).startsWith("first", "second");
      cut = temp.resolve("cut" + at);
    }
  }
}
