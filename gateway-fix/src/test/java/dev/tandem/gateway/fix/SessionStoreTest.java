package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session's files keep, and what they cost. */
class SessionStoreTest {

  @TempDir private Path directory;
  private final Owner owner = new Owner();

  private static final class Owner implements SessionStore.Owner {
    private int failures;
    private Place place = Place.behind(-1);
    private boolean missed;

    @Override
    public Place place() {
      return place;
    }

    @Override
    public boolean isOwedMissed() {
      return missed;
    }

    @Override
    public void storeFailed(IOException cause) {
      failures++;
    }
  }

  private SessionStore open() throws IOException {
    return SessionStore.open(directory, owner);
  }

  private static void send(SessionStore store, int messages) throws IOException {
    for (int i = 0; i < messages; i++) {
      int sequence = store.getNextSenderMsgSeqNum();
      store.set(sequence, "message " + sequence);
      store.incrNextSenderMsgSeqNum();
    }
  }

  private static List<String> get(SessionStore store, int first, int last) throws IOException {
    List<String> found = new ArrayList<>();
    store.get(first, last, found);
    return found;
  }

  private long bytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  @Test
  void theFilesDoNotGrowWithoutEnd() throws IOException {
    long most = 0;
    try (SessionStore store = open()) {
      for (int i = 0; i < 40; i++) {
        send(store, 1_000);
        if (i == 11) {
          most = bytes();
        }
      }
      assertThat(bytes()).isLessThan(most * 11 / 10);
      List<String> newest = get(store, 1, Integer.MAX_VALUE);
      assertThat(newest).hasSize(SessionStore.MOST).startsWith("message 30001");
      assertThat(newest).endsWith("message 40000");
      assertThat(get(store, 39_999, 39_999)).containsExactly("message 39999");
      assertThat(get(store, 1, 30_000)).isEmpty();
    }
  }

  @Test
  void whatWasWrittenIsThereAgain() throws IOException {
    for (int run = 0; run < 5; run++) {
      try (SessionStore store = open()) {
        assertThat(store.getNextSenderMsgSeqNum()).isEqualTo(1 + run * 700);
        assertThat(store.getNextTargetMsgSeqNum()).isEqualTo(1 + run);
        send(store, 700);
        store.incrNextTargetMsgSeqNum();
        assertThat(get(store, 1, 0x7fffffff)).hasSize((run + 1) * 700);
      }
    }
    try (SessionStore store = open()) {
      // Written again under the same number, as after a kill between the two.
      store.set(3_500, "another");
      assertThat(get(store, 3_499, 3_500)).containsExactly("message 3499", "another");
      store.reset();
      assertThat(store.getNextSenderMsgSeqNum()).isOne();
      assertThat(get(store, 1, 10_000)).isEmpty();
      send(store, 3);
      assertThat(get(store, 1, 10_000)).hasSize(3);
    }
  }

  /** A report's number and its place are one write. */
  @Test
  void thePlaceIsWrittenWithTheNumber() throws IOException {
    try (SessionStore store = open()) {
      assertThat(store.found()).isEmpty();
      owner.place = new Place(1L << 40, 7);
      store.set(1, "report");
    }
    try (SessionStore store = open()) {
      assertThat(store.getNextSenderMsgSeqNum()).isOne();
      assertThat(store.found()).contains(Place.behind(-1));
      store.set(1, "report");
      store.incrNextSenderMsgSeqNum();
    }
    try (SessionStore store = open()) {
      assertThat(store.found()).contains(new Place(1L << 40, 7));
      assertThat(store.saysMissed()).isFalse();
      owner.missed = true;
      store.reset();
    }
    try (SessionStore store = open()) {
      assertThat(store.found()).contains(new Place(1L << 40, 7));
      assertThat(store.saysMissed()).isTrue();
    }
  }

  /** Of an earlier version: sequences are there, and reports may be missing. */
  @Test
  void sequencesWithoutAPlaceAreRead() throws IOException {
    ByteBuffer before = ByteBuffer.allocate(20).putLong(1).putInt(5).putInt(6);
    CRC32 sum = new CRC32();
    sum.update(before.array(), 0, 16);
    before.putInt((int) sum.getValue());
    Files.write(directory.resolve(SessionStore.SEQUENCES), before.array());
    try (SessionStore store = open()) {
      assertThat(store.getNextSenderMsgSeqNum()).isEqualTo(5);
      assertThat(store.found()).isEmpty();
      assertThat(store.saysMissed()).isTrue();
      store.incrNextTargetMsgSeqNum();
    }
    try (SessionStore store = open()) {
      assertThat(store.getNextTargetMsgSeqNum()).isEqualTo(7);
      assertThat(store.found()).isPresent();
    }
  }

  @Test
  void aTornMessageIsAGap() throws IOException {
    try (SessionStore store = open()) {
      send(store, 10);
    }
    Path file = directory.resolve("messages-1");
    byte[] all = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(all, all.length - 3));
    try (SessionStore store = open()) {
      assertThat(get(store, 1, 10)).hasSize(9);
      send(store, 2);
      assertThat(get(store, 9, 12)).containsExactly("message 9", "message 11", "message 12");
    }
  }

  @Test
  void damagedSequencesAreRefusedUntilTheyAreForgotten() throws IOException {
    try (SessionStore store = open()) {
      send(store, 10);
    }
    Path sequences = directory.resolve(SessionStore.SEQUENCES);
    for (byte[] damage : List.of(new byte[20], new byte[36], new byte[7], new byte[37])) {
      Files.write(sequences, damage, StandardOpenOption.TRUNCATE_EXISTING);
      assertThatThrownBy(() -> open())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("sequences is damaged");
    }
    SessionStore.forget(directory);
    try (SessionStore store = open()) {
      assertThat(store.getNextSenderMsgSeqNum()).isOne();
      assertThat(get(store, 1, 10)).isEmpty();
    }
  }

  /** Whoever uses the store passes over its errors, so it says itself that there was one. */
  @Test
  void whatCannotBeWrittenOrReadIsReported() throws IOException {
    try (SessionStore store = open()) {
      send(store, 1_000);
      Path inTheWay = Files.createDirectories(directory.resolve("messages-1001").resolve("full"));
      assertThatThrownBy(() -> store.set(1_001, "lost")).isInstanceOf(IOException.class);
      assertThat(owner.failures).isEqualTo(1);
      Files.delete(inTheWay);
      Files.delete(inTheWay.getParent());
      send(store, 2);
      Files.delete(directory.resolve("messages-1"));
      assertThat(get(store, 999, 1_002)).containsExactly("message 1001", "message 1002");
      assertThat(owner.failures).isEqualTo(2);
    }
  }
}
