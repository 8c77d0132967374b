package dev.tandem.it.format;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.event.EventBatch;
import dev.tandem.flow.model.HostileFlow;
import dev.tandem.flow.model.Input;
import dev.tandem.it.Ended;
import dev.tandem.it.LeftByKill;
import dev.tandem.it.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes the files of {@code testdata}, which the tests of both languages read. */
final class TestVectors {

  /** A flow that has every command, states, limits, and many refusals. */
  private static final int SEED = 27;

  private static final int COMMANDS = 600;
  private static final int LOGGED = 60;

  /** Records behind the one that is torn or damaged. */
  private static final int BEHIND = 3;

  /** Bytes that a record lacks which would end where the log is torn. */
  private static final int TORN = 40;

  private final Path root;
  private final List<Input> inputs =
      HostileFlow.of(SEED).inputs().stream()
          .filter(input -> input.type() != CommandType.QUERY)
          .limit(COMMANDS)
          .toList();

  private TestVectors(Path root) {
    this.root = root;
  }

  /** Where they are. */
  static Path directory() {
    return TestData.root().resolve("testdata");
  }

  /** Makes all of them anew. */
  static void write() throws IOException {
    TestVectors vectors = new TestVectors(directory());
    vectors.stream();
    Path log = Files.createTempDirectory("tandem-vectors-");
    try {
      vectors.logs(log);
    } finally {
      delete(log);
    }
    vectors.digests();
  }

  /** Commands, the code of each answer, and the event records. */
  private void stream() throws IOException {
    ByteArrayOutputStream commands = new ByteArrayOutputStream();
    ByteArrayOutputStream codes = new ByteArrayOutputStream();
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    try (Exchange exchange =
            Exchange.builder()
                .topology(Topology.fused())
                .daemon()
                .resultHandler(c -> codes.write(c.result))
                .eventListener(batch -> add(batch, events))
                .start();
        Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(CommandCodec.MAX_BYTES, Long.BYTES);
      Command slot = new Command();
      for (Input input : inputs) {
        slot.clear();
        input.fill(slot, null);
        int length = CommandCodec.encode(slot, bytes);
        commands.writeBytes(bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
      }
      submit(exchange, 0, inputs.size());
      exchange.awaitAnswered();
      Files.createDirectories(root);
      Files.writeString(
          root.resolve("hashes.txt"),
          "event-hash %016x%nstate-hash %016x%n"
              .formatted(exchange.eventHash(), exchange.stateHash()));
    }
    Files.write(root.resolve("commands.bin"), commands.toByteArray());
    // The last answer is that of the flush.
    Files.write(root.resolve("codes.bin"), Arrays.copyOf(codes.toByteArray(), inputs.size()));
    Files.write(root.resolve("events.bin"), events.toByteArray());
  }

  private static void add(EventBatch batch, ByteArrayOutputStream to) {
    ByteBuffer words =
        ByteBuffer.allocate(batch.count() * EventBatch.RECORD_WORDS * Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < batch.count(); i++) {
      for (int word = 0; word < EventBatch.RECORD_WORDS; word++) {
        words.putLong(batch.word(i, word));
      }
    }
    to.writeBytes(words.array());
  }

  private void submit(Exchange exchange, int from, int to) {
    CommandPublisher publisher = exchange.publisher();
    for (int i = from; i < to; i++) {
      Command c = publisher.claim();
      inputs.get(i).fill(c, null);
      publisher.publish(c);
    }
  }

  /** One log: closed, as a kill leaves it, with a torn tail, damaged; and with a snapshot. */
  private void logs(Path log) throws IOException {
    Path logs = root.resolve("wal");
    delete(logs);
    JournalOptions journal = JournalOptions.in(log).segmentBytes(4096).keepWholeLog();
    try (Exchange exchange = open(journal)) {
      for (int i = 0; i < LOGGED; i++) {
        submit(exchange, i, i + 1);
        exchange.awaitAnswered();
      }
      LeftByKill.copy(log, logs.resolve("killed"));
      exchange.snapshot();
    }
    LeftByKill.copy(log, logs.resolve("snapshot"));
    delete(log.resolve("snapshots"));
    LeftByKill.copy(log, logs.resolve("closed"));
    tear(logs.resolve("killed"), logs.resolve("torn"));
    LeftByKill.copy(logs.resolve("closed"), logs.resolve("damaged"));
    change(logs.resolve("damaged"), 0);
    LeftByKill.copy(logs.resolve("snapshot"), logs.resolve("snapshot-damaged"));
    Path state;
    try (Stream<Path> all = Files.walk(logs.resolve("snapshot-damaged"))) {
      state = all.filter(file -> file.endsWith("state")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(state);
    bytes[bytes.length / 2] ^= 1;
    Files.write(state, bytes);
    for (String name : List.of("killed", "closed", "torn", "damaged", "snapshot")) {
      Files.writeString(logs.resolve(name + ".txt"), LoggedVector.read(logs.resolve(name)));
    }
    Files.writeString(
        logs.resolve("snapshot-damaged.txt"), LoggedVector.read(logs.resolve("snapshot-damaged")));
  }

  private static Exchange open(JournalOptions journal) {
    return Exchange.builder()
        .topology(Topology.fused())
        .ringSize(16)
        .journal(journal)
        .daemon()
        .start();
  }

  /** Tears a copy of a log within a record near its end. */
  private static void tear(Path log, Path torn) throws IOException {
    // A cut between two records tears none.
    for (int lacking = TORN; lacking < 2 * TORN; lacking += Long.BYTES) {
      delete(torn);
      LeftByKill.copy(log, torn);
      change(torn, lacking);
      if (LoggedVector.read(torn).contains("(torn tail)")) {
        return;
      }
    }
    throw new IllegalStateException("no cut tears a record of " + log);
  }

  /** Takes so many bytes and the records behind off the last segment; 0: damages the one before. */
  private static void change(Path log, int lacking) throws IOException {
    try (Stream<Path> all = Files.list(log)) {
      List<Path> used =
          all.filter(file -> file.toString().endsWith(".wal"))
              .sorted()
              .filter(TestVectors::isUsed)
              .toList();
      Path file = used.get(used.size() - (lacking == 0 ? 2 : 1));
      byte[] bytes = Files.readAllBytes(file);
      if (lacking == 0) {
        bytes[bytes.length / 2] ^= 4;
      } else {
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
          end--;
        }
        int from = end - BEHIND * CommandCodec.MAX_BYTES - lacking;
        Arrays.fill(bytes, from, bytes.length, (byte) 0);
      }
      Files.write(file, bytes);
    }
  }

  private static boolean isUsed(Path segment) {
    try {
      byte[] bytes = Files.readAllBytes(segment);
      return bytes.length > 72 && bytes[68] != 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The sums of the stream's files, as {@code tandem hash} prints them. */
  private void digests() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String algorithm : List.of("XXH64", "XXH3", "XXH128")) {
      for (String name : List.of("commands.bin", "codes.bin", "events.bin")) {
        Ended sum = Ended.tandem("hash", "--tag", "-a", algorithm, root.resolve(name));
        all.append(sum.out().replace(root + "/", ""));
      }
    }
    Files.writeString(root.resolve("digests.txt"), all.toString());
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
