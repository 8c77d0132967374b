package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.statemachine.Query;
import dev.tandem.flow.model.HostileFlow;
import dev.tandem.flow.model.Input;
import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import dev.tandem.it.parity.Twins;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tandem wal dump} and {@code tandem-cpp wal dump} of the log of an exchange: the same
 * commands in the same words, the same answers, the same complaints.
 */
class DumpInBothLanguagesTest {

  private static final int SEEDS = Integer.getInteger("tandem.parity.seeds", 10) / 2;

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
    Twins.require();
  }

  private static Ended agree(Path log, Object... options) throws Exception {
    Object[] args =
        Stream.concat(Stream.of("wal", "dump", log), Stream.of(options)).toArray(Object[]::new);
    Ended java = Ended.tandem(args);
    Ended cpp = TandemCpp.run(args);
    String help = java.err().replace("Try: tandem wal dump --help", "Try: tandem-cpp wal --help");
    assertThat(cpp).as(Arrays.toString(args)).isEqualTo(new Ended(java.code(), java.out(), help));
    return java;
  }

  /** A log of commands that look for the hard cases, questions among them. */
  private Path logged(int seed, List<Input> inputs) {
    Path log = dir.resolve("log-" + seed);
    try (LoggedLives lives =
        new LoggedLives(
            seed % 3 != 2, inputs.size(), (i, c) -> inputs.get(i).fill(c, new Query() {}), log)) {
      lives.inJava(Topology.fused(), inputs.size() / 2, seed % 2 == 0);
      lives.inJava(Topology.fused(), inputs.size(), false);
    }
    return log;
  }

  @Test
  void commandsAndTheirAnswersAreToldAlike() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Input> inputs = HostileFlow.of(seed).inputs();
      Path log = logged(seed, inputs);
      Random random = new Random(seed);
      agree(log);
      agree(log, "--json");
      agree(log, "--raw", "--count", 9);
      Ended answered = agree(log, "--answers");
      assertThat(answered.code()).isZero();
      assertThat(answered.out()).contains(" -> OK", "    trade ");
      agree(log, "--answers", "--json");
      for (int i = 0; i < 3; i++) {
        Input one = inputs.get(random.nextInt(inputs.size()));
        for (String form : List.of("--answers", "--json")) {
          agree(log, form, "--user", one.userId());
          agree(log, form, "--order", one.orderId());
          agree(log, form, "--symbol", one.symbol());
          agree(log, form, "--user", one.userId(), "--order=" + one.orderId());
        }
        int from = random.nextInt(inputs.size());
        agree(log, "--answers", "--from", from, "--to", from + 50);
        agree(log, "--answers", "--json", "--from", from, "--count", 20);
        agree(log, "--symbol", one.symbol(), "--to", from, "--count", 20);
      }
    }
  }

  @Test
  void aDamagedLogIsToldUpToItsDamage() throws Exception {
    List<Input> inputs = HostileFlow.of(1).inputs();
    Path log = logged(1, inputs);
    Path first = log.resolve("segment-%016d.wal".formatted(1));
    byte[] damaged = Files.readAllBytes(first);
    damaged[20_000] ^= 1;
    Files.write(first, damaged);
    for (Object[] options :
        new Object[][] {{}, {"--answers"}, {"--answers", "--json"}, {"--user", 1, "--answers"}}) {
      assertThat(agree(log, options).code()).isEqualTo(1);
    }
  }

  /** Snapshots let go of the beginning of a log, and with it of what the answers came from. */
  @Test
  void answersWantTheLogFromItsBeginning() throws Exception {
    Path log = dir.resolve("kept");
    JournalOptions options = JournalOptions.in(log).segmentBytes(1 << 16).keepSnapshots(1);
    try (Exchange exchange = Exchange.builder().journal(options).daemon().start()) {
      for (int user = 1; user <= 2_000; user++) {
        Command c = exchange.publisher().claim();
        Commands.addUser(c, user);
        exchange.publisher().publish(c);
      }
      exchange.awaitAnswered();
      exchange.snapshot();
    }
    assertThat(agree(log, "--user", 2000).out()).endsWith("user 2000\n");
    Ended refused = agree(log, "--user", 2000, "--answers");
    assertThat(refused.err()).contains("answers need all commands from record 0");
    assertThat(refused.code()).isEqualTo(2);
  }

  @Test
  void whatCannotBeToldIsRefusedAlike() throws Exception {
    Path other = dir.resolve("other");
    try (Wal wal = Wal.open(other, WalConfig.builder().segmentBytes(4 << 10).build())) {
      wal.append((byte) 10, new byte[20]);
    }
    Path log = logged(0, HostileFlow.of(0).inputs().subList(0, 50));
    for (Object[] options :
        new Object[][] {
          {"--answers"},
          {"--user", 1},
          {"--raw", "--symbol", 1},
          {"--raw", "--answers"},
          {"--user", "x"},
          {"--order", "1.5"},
          {"--symbol", "99999999999"},
          {"--bytes", "99999999999"},
          {"--count", "-1"}
        }) {
      assertThat(agree(other, options).code()).isEqualTo(2);
    }
    assertThat(agree(log, "--raw", "--order", 1).err()).contains("--raw prints no commands");
    assertThat(agree(other).code()).isZero();
  }
}
