package dev.tandem.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.app.Main;
import dev.tandem.it.Ended;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays at the edges: inputs alike, outputs that fail, sums too large, few commands. */
class AwkwardReplaysTest {

  private static final String HEAD =
      "#tandem-csv 1\ntimeNs,symbol,command,userId,orderId,side,type,price,quantity\n";
  private static final String TRADE = HEAD + "1,1,PLACE,,1,B,GTC,10,5\n2,1,PLACE,,2,S,IOC,10,5\n";

  @TempDir private Path dir;

  private record Ended(int code, String out, String err) {}

  private static Ended replay(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> words = new ArrayList<>(List.of("replay", "--warmup", "0", "--rounds", "1"));
    Stream.of(args).map(Object::toString).forEach(words::add);
    int code = Main.run(words.toArray(new String[0]), new PrintWriter(out), new PrintWriter(err));
    return new Ended(code, out.toString(), err.toString());
  }

  private Path file(String name, String text) throws IOException {
    Path path = dir.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }

  @Test
  void theSameFileTwiceIsRefused() throws IOException {
    Path day = file("day.csv", TRADE);
    Path link = Files.createSymbolicLink(dir.resolve("link.csv"), day);
    for (Path again : List.of(day, dir.resolve("x/../day.csv"), link)) {
      Files.createDirectories(dir.resolve("x"));
      Ended ended = replay(day, again);
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.err())
          .startsWith("tandem: " + again + ": is the same file as " + day)
          .contains("name each file once");
      assertThat(ended.out()).isEmpty();
    }
  }

  @Test
  void twoFilesOfOneNameAreRefused() throws IOException {
    Path one = file("mon/day.csv", TRADE);
    Path other = file("tue/day.commands.csv", TRADE);
    Ended ended = replay(one, other, "--trades", dir.resolve("t.csv"));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("tandem: " + other + ": its symbol is called \"day\", like that of " + one)
        .contains("could not be told apart")
        .contains("rename");
    assertThat(dir.resolve("t.csv")).doesNotExist();
    assertThat(replay(one, file("tue/night.csv", TRADE)).code()).isZero();
  }

  @Test
  void anOutputThatCannotBeWrittenIsNamedWithTheReason() throws IOException {
    Path day = file("day.csv", TRADE);
    assumeTrue(Files.exists(Path.of("/dev/full")) && Files.isDirectory(Path.of("/proc")));
    for (String option : List.of("--trades", "--book", "--json")) {
      Ended full = replay(day, option, "/dev/full");
      assertThat(full.err().strip())
          .isEqualTo("tandem: cannot write /dev/full: No space left on device");
      assertThat(full.code()).isEqualTo(2);
      Ended proc = replay(day, option, "/proc/foo");
      // Only the superuser gets as far as making the file.
      assertThat(proc.err().strip())
          .isIn(
              "tandem: cannot write /proc/foo: no such file or directory",
              "tandem: cannot write /proc/foo: the directory /proc is not writable");
      assertThat(proc.code()).isEqualTo(2);
    }
  }

  @Test
  void anOpenLoopIsNoFasterThanItsRate() throws IOException {
    Path day = file("day.csv", TRADE);
    Path json = dir.resolve("j.json");
    Ended ended = replay(day, "--rate", "20", "--json", json);
    assertThat(ended.code()).as(ended.err()).isZero();
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    JsonNode round = figures.get("runs").get(0).get("rounds").get(0);
    assertThat(round.get("commandsPerSecond").asLong()).isLessThanOrEqualTo(20);
    assertThat(round.get("tookNs").asLong()).isGreaterThanOrEqualTo(100_000_000);
  }

  @Test
  void sumsThatDoNotFitAreSaidToBeOver() throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 1; i <= 6; i += 2) {
      text.append("1,1,PLACE,,").append(i).append(",B,GTC,1,9223372036854775807\n");
      text.append("1,1,PLACE,,").append(i + 1).append(",S,IOC,1,9223372036854775807\n");
    }
    Ended ended = replay(file("huge.csv", text.toString()), "--risk", "off");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("trades        3, over 2^63 lots, turnover over 2^63 ticks x lots");
    Ended fits =
        replay(
            file(
                "fits.csv",
                HEAD
                    + "1,1,PLACE,,1,B,GTC,1,9223372036854775807\n"
                    + "1,1,PLACE,,2,S,IOC,1,9223372036854775807\n"),
            "--risk",
            "off");
    assertThat(fits.out())
        .contains("1, 9,223,372,036,854,775,807 lots, turnover 9,223,372,036,854,775,807 ticks");
  }

  @Test
  void theSummaryReportsHowLongFundingTook() throws IOException {
    Ended ended = replay(file("day.csv", TRADE));
    assertThat(ended.out()).containsPattern("funding .* currencies, in [0-9.]+ (us|ms|s)\\R");
    assertThat(replay(file("day.csv", TRADE), "--risk", "off").out()).doesNotContain("funding");
  }
}
