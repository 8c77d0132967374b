package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.statemachine.Query;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.flow.model.HostileFlow;
import dev.tandem.flow.model.Input;
import dev.tandem.it.Ended;
import dev.tandem.it.LeftByKill;
import dev.tandem.it.TandemCpp;
import dev.tandem.it.TestData;
import dev.tandem.it.parity.Twins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The exchange in Java and the exchange in C++ on one directory: each continues where the other
 * ended, reads its snapshots, and judges a torn or damaged log as the other does.
 */
@Timeout(600)
class ExchangeInBothLanguagesTest {

  /** Each with several lives on a log: half as many as the flows that the parity tests compare. */
  private static final int SEEDS = Integer.getInteger("tandem.parity.seeds", 10) / 2;

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2)
  };

  /**
   * Of the last records, each byte is looked at; of what lies before, in an ordinary build some.
   */
  private static final int STEP = Integer.getInteger("tandem.crash.scale", 1) > 1 ? 1 : 97;

  private static final int LAST_BYTES = 300;

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
    Twins.require();
  }

  /** The log knows nothing of a question but its client's sequence; in C++ it has no bytes. */
  private static List<Input> inputs(int seed) {
    return HostileFlow.of(seed).inputs().stream()
        .filter(input -> input.type() != CommandType.QUERY)
        .toList();
  }

  private LoggedLives lives(List<Input> inputs, boolean risk, Path log) {
    return new LoggedLives(
        risk, inputs.size(), (i, c) -> inputs.get(i).fill(c, new Query() {}), log);
  }

  /** What does not depend on how long something took. */
  private static Ended timeless(Ended ended) {
    String out =
        ended
            .out()
            .replaceAll(" in [0-9.]+ (ns|us|ms|s): ", " in TIME: ")
            .replaceAll("\"tookNs\" : \\d+", "\"tookNs\" : TIME");
    return new Ended(ended.code(), out, ended.err());
  }

  /** Both say the same of a directory that neither changes. */
  private static Ended agree(String what, Path log, Object... options) throws Exception {
    Object[] args =
        Stream.concat(Stream.of("recover", log), Stream.of(options)).toArray(Object[]::new);
    Ended java = timeless(Ended.tandem(args));
    Ended cpp = timeless(TandemCpp.run(args));
    assertThat(cpp).as(what + ": " + Arrays.toString(args)).isEqualTo(java);
    return java;
  }

  private static void copy(Path from, Path to) throws IOException {
    delete(to);
    LeftByKill.copy(from, to);
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  @Test
  void eachContinuesWhereTheOtherEnded() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<Input> inputs = inputs(seed);
      boolean risk = seed % 3 != 2;
      Path log = dir.resolve("log-" + seed);
      try (LoggedLives lives = lives(inputs, risk, log)) {
        boolean java = random.nextBoolean();
        while (lives.done() < inputs.size()) {
          int to = lives.done() + 1 + random.nextInt(inputs.size() / 3);
          boolean snapshot = random.nextInt(3) == 0;
          if (java) {
            lives.inJava(TOPOLOGIES[random.nextInt(TOPOLOGIES.length)], to, snapshot);
          } else {
            lives.inCpp(random.nextBoolean(), to, snapshot);
          }
          java = !java;
        }
        lives.inJava(Topology.fused(), lives.done(), false);
        lives.inCpp(true, lives.done(), false);
      }
      assertThat(agree("seed " + seed, log, "--read-only", "--check").code()).isZero();
      agree("seed " + seed, log, "--read-only", "--json");
      agree("seed " + seed, log, "--to", inputs.size() / 2, "--json");
      agree("seed " + seed, log, "--to", 0);
      agree("seed " + seed, log, "--check", "--json");
      agree("seed " + seed, log);
    }
  }

  @Test
  void aRecordedDay() throws Exception {
    Path day = TestData.file("sse-large/sse_601825_2023-07-11.commands.csv.zst");
    Flow flow = FlowFiles.read(day, null);
    Path log = dir.resolve("day");
    int symbols = flow.symbols().size();
    try (LoggedLives lives =
        new LoggedLives(
            false,
            symbols + flow.size(),
            (i, c) -> {
              if (i < symbols) {
                Commands.addSymbol(c, flow.symbols().get(i).spec());
                c.timestampNs = 1;
              } else {
                flow.fill(i - symbols, c);
              }
            },
            log)) {
      int part = flow.size() / 4;
      lives.inJava(Topology.fused(), part, false);
      lives.inCpp(false, 2 * part, true);
      lives.inJava(Topology.fused(), 3 * part, true);
      lives.inCpp(false, flow.size() + symbols, false);
      lives.inJava(Topology.fused(), flow.size() + symbols, false);
    }
    assertThat(agree("a day", log, "--read-only", "--check").code()).isZero();
  }

  @Test
  void aReplayInJavaIsRecoveredByCpp() throws Exception {
    Path day = TestData.file("sse-600519/sse_600519_2023-02-01.commands.csv.zst");
    Path log = dir.resolve("replayed");
    Ended replayed =
        Ended.tandem(
            "replay",
            "--warmup",
            0,
            day,
            "--wal",
            log,
            "--durability",
            "written",
            "--snapshot-every",
            50_000);
    assertThat(replayed.code()).as(replayed.err()).isZero();
    Ended found = agree("a day", log, "--read-only");
    String stateHash = replayed.out().replaceAll("(?s).*state hash +(\\S+).*", "$1");
    assertThat(stateHash).hasSize(16);
    assertThat(found.out()).contains("the snapshot of record").contains(stateHash);
  }

  @Test
  void aSnapshotHasTheSameTablesInBoth() throws Exception {
    List<Input> inputs = inputs(1);
    List<byte[]> files = new ArrayList<>();
    for (boolean java : new boolean[] {true, false}) {
      Path log = dir.resolve(java ? "java" : "cpp");
      try (LoggedLives lives = lives(inputs, true, log)) {
        if (java) {
          lives.inJava(Topology.pipelined(2, 2), inputs.size(), true);
        } else {
          lives.inCpp(true, inputs.size(), true);
        }
      }
      try (Stream<Path> all = Files.list(log.resolve("snapshots"))) {
        Path snapshot = all.findFirst().orElseThrow();
        files.add(Files.readAllBytes(snapshot.resolve("state")));
        Ended verified = Ended.tandem("snapshot", "verify", log);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
      }
    }
    byte[] java = files.get(0);
    byte[] cpp = files.get(1);
    // What stands in between tells of this writing: time, shards, the log and its mark.
    assertThat(Arrays.copyOfRange(cpp, 0, 24)).isEqualTo(Arrays.copyOfRange(java, 0, 24));
    assertThat(Arrays.copyOfRange(cpp, 40, 64)).isEqualTo(Arrays.copyOfRange(java, 40, 64));
    assertThat(Arrays.copyOfRange(cpp, 80, 432)).isEqualTo(Arrays.copyOfRange(java, 80, 432));
    assertThat(Arrays.copyOfRange(cpp, 440, cpp.length))
        .isEqualTo(Arrays.copyOfRange(java, 440, java.length));
  }

  private interface Change {
    byte[] of(byte[] bytes, int at);
  }

  private static byte[] flip(byte[] bytes, int at) {
    byte[] flipped = bytes.clone();
    flipped[at] ^= (byte) (1 << at % 8);
    return flipped;
  }

  private static byte[] tear(byte[] bytes, int at) {
    byte[] torn = bytes.clone();
    Arrays.fill(torn, at, torn.length, (byte) 0);
    return torn;
  }

  private static int used(byte[] bytes) {
    int end = bytes.length;
    while (bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }

  private static Path lastSegment(Path log) throws IOException {
    try (Stream<Path> all = Files.list(log)) {
      return all.filter(file -> file.getFileName().toString().startsWith("segment-"))
          .max(Path::compareTo)
          .orElseThrow();
    }
  }

  /** Changes a log's last segment at many places, and has both judge and recover it. */
  private void judge(Path log, Change change, boolean opened) throws Exception {
    Path name = log.relativize(lastSegment(log));
    byte[] bytes = Files.readAllBytes(log.resolve(name));
    Path java = dir.resolve("changed");
    Path cpp = dir.resolve("changed-too");
    int end = used(bytes);
    for (int at = 64; at < end; at += at < end - LAST_BYTES ? STEP : 1) {
      copy(log, java);
      Files.write(java.resolve(name), change.of(bytes, at));
      agree("at " + at, java, "--read-only");
      if (opened && at % 11 == 0) {
        copy(java, cpp);
        Ended byJava = timeless(Ended.tandem("recover", java));
        Ended byCpp = timeless(TandemCpp.run("recover", cpp));
        String reported = byCpp.out() + byCpp.err();
        assertThat(reported.replace(cpp.toString(), java.toString()))
            .as("opened at " + at)
            .isEqualTo(byJava.out() + byJava.err());
        assertThat(byCpp.code()).isEqualTo(byJava.code());
        if (byJava.code() == 0) {
          agree("opened by C++", cpp, "--read-only", "--json");
          agree("opened by Java", java, "--read-only", "--json");
        }
      }
    }
  }

  @Test
  void damageAndTornTailsAreJudgedAlike() throws Exception {
    List<Input> inputs = inputs(3);
    for (boolean java : new boolean[] {true, false}) {
      Path log = dir.resolve(java ? "java" : "cpp");
      try (LoggedLives lives = lives(inputs, true, log)) {
        int most = Math.min(inputs.size(), 200);
        if (java) {
          lives.inJava(Topology.fused(), most / 2, true);
          lives.inJava(Topology.fused(), most, false);
        } else {
          lives.inCpp(false, most / 2, true);
          lives.inCpp(false, most, false);
        }
      }
      judge(log, ExchangeInBothLanguagesTest::flip, false);
      judge(log, ExchangeInBothLanguagesTest::tear, true);
    }
  }

  @Test
  void aDamagedSnapshotIsPassedOverAlike() throws Exception {
    List<Input> inputs = inputs(4);
    Path log = dir.resolve("log");
    try (LoggedLives lives = lives(inputs, true, log)) {
      lives.inCpp(true, inputs.size() / 2, true);
      lives.inJava(Topology.fused(), inputs.size(), true);
    }
    Path newest;
    try (Stream<Path> all = Files.list(log.resolve("snapshots"))) {
      newest = all.max(Path::compareTo).orElseThrow().resolve("state");
    }
    byte[] bytes = Files.readAllBytes(newest);
    for (int at = 0; at < bytes.length; at += at < 344 ? 7 : 331) {
      Files.write(newest, flip(bytes, at));
      Ended found = agree("flipped at " + at, log, "--read-only");
      assertThat(found.out()).contains("DAMAGED").contains(newest.getParent().toString());
    }
  }
}
