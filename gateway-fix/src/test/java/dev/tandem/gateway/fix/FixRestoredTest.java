package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a kill leaves: the files of FIX as they were at one time, and a log that continues from
 * there. Each session then gets what its files lack, as it would have come.
 */
@Timeout(300)
class FixRestoredTest extends FixSetup {

  private static final Pattern OF_THE_EXECUTION =
      Pattern.compile("\\|(1|6|11|14|17|31|32|37|38|39|44|54|55|60|150|151)=[^|]*");

  private Path then;

  @BeforeEach
  void chooseWhere() {
    then = directory.resolve("then");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else if (!path.toString().endsWith(".tmp")) {
          // What is still being made may be gone by now.
          Files.copy(path, target);
        }
      }
    }
  }

  private Path exchange() {
    return directory.resolve("exchange");
  }

  /** FIX is as it is now when {@link #restartAsThen} is called. */
  private void keepFix() throws IOException {
    copy(exchange().resolve("fix"), then.resolve("fix"));
  }

  private void restartAsThen() throws IOException {
    try (Stream<Path> all = Files.list(exchange())) {
      for (Path path : all.toList()) {
        if (!path.endsWith("fix")) {
          if (Files.isDirectory(path)) {
            copy(path, then.resolve(path.getFileName().toString()));
          } else {
            Files.copy(path, then.resolve(path.getFileName().toString()));
          }
        }
      }
    }
    gateway.close();
    gateway = gateway(then);
    rest = new Rest(gateway, admin);
  }

  private static String ofTheExecution(String report) {
    StringBuilder all = new StringBuilder();
    Matcher fields = OF_THE_EXECUTION.matcher(report);
    while (fields.find()) {
      all.append(fields.group());
    }
    return all.toString();
  }

  /** The client comes back with what it has read, and requests the rest. */
  private void assertSentAgain(String key, int next, int first, List<String> reports)
      throws IOException {
    try (Wire wire = new Wire(gateway, key)) {
      wire.next = next;
      assertThat(wire.logon("").read()).contains("|35=A|", "|34=" + (first + reports.size()) + "|");
      wire.say("2", "7=" + first + "|16=0|");
      for (int i = 0; i < reports.size(); i++) {
        String again = wire.read();
        assertThat(again).contains("|35=8|", "|34=" + (first + i) + "|");
        assertThat(ofTheExecution(again)).isEqualTo(ofTheExecution(reports.get(i)));
      }
      assertThat(wire.read()).contains("|35=4|");
      // Nothing else comes, and nothing is said to be missing.
      assertThat(wire.say("1", "112=there|").read()).contains("|35=0|", "|112=there|");
    }
  }

  @Test
  void whatTheFilesLackIsMadeAgain() throws Exception {
    String first;
    String second;
    try (Wire wire = new Wire(gateway, one)) {
      wire.logon("").read();
      assertThat(wire.say("D", Wire.order(1)).read()).contains("|34=2|", "|150=0|");
      rest.order(2, 70, "BUY", 30, 1);
      assertThat(wire.read()).contains("|34=3|", "|150=F|");
      keepFix();
      rest.order(2, 71, "BUY", 30, 1);
      first = wire.read();
      rest.order(2, 72, "BUY", 30, 2);
      second = wire.read();
    }
    assertThat(second).contains("|34=5|", "|14=4|", "|151=1|");
    restartAsThen();
    assertSentAgain(one, 3, 4, List.of(first, second));
  }

  /** Also of orders of another protocol that rested before the snapshot. */
  @Test
  void aDropCopyLacksNothing() throws Exception {
    String fill;
    try (Wire wire = new Wire(gateway, reader)) {
      wire.logon("").read();
      rest.order(1, 50, "SELL", 30, 5);
      assertThat(wire.read()).contains("|34=2|", "|150=0|");
      rest.order(2, 70, "BUY", 30, 2);
      assertThat(wire.read()).contains("|34=3|", "|14=2|");
    }
    gateway.close();
    gateway = gateway();
    rest = new Rest(gateway, admin);
    try (Wire wire = new Wire(gateway, reader)) {
      wire.next = 2;
      assertThat(wire.logon("").read()).contains("|34=4|");
      keepFix();
      rest.order(2, 71, "BUY", 30, 1);
      fill = wire.read();
      assertThat(fill).contains("|34=5|", "|38=5|", "|14=3|", "|151=2|");
    }
    restartAsThen();
    assertSentAgain(reader, 3, 5, List.of(fill));
  }

  /** What FIX has never written of an order is in the book, but for the prices of its trades. */
  @Test
  void whatIsFilledOfAnOrderIsInTheBook() throws Exception {
    rest.order(1, 50, "SELL", 30, 5);
    rest.order(2, 70, "BUY", 30, 2);
    gateway.close();
    try (Stream<Path> all = Files.walk(exchange().resolve("fix"))) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    gateway = gateway();
    rest = new Rest(gateway, admin);
    try (Wire wire = new Wire(gateway, reader)) {
      wire.logon("").read();
      assertThat(wire.read()).contains("|58=MISSED_REPORTS");
      wire.ended();
    }
    try (Wire wire = new Wire(gateway, reader)) {
      wire.next = 2;
      wire.logon("").read();
      rest.order(2, 71, "BUY", 30, 1);
      assertThat(wire.read()).contains("|38=5|", "|14=3|", "|151=2|", "|6=30|");
    }
  }

  /** Names and decimals are known before the first report is made again. */
  @Test
  void whatIsMadeAgainHasTheNamesOfTheSnapshot() throws Exception {
    rest.send("POST", "/v1/currencies", "{\"currency\":20,\"name\":\"USD\",\"decimals\":3}");
    rest.send(
        "POST",
        "/v1/symbols",
        "{\"symbol\":5,\"base\":10,\"quote\":20,\"name\":\"AB/CD\",\"priceDecimals\":2,"
            + "\"quantityDecimals\":1}");
    try (Wire wire = new Wire(gateway, one)) {
      wire.logon("").read();
    }
    gateway.close();
    gateway = gateway();
    rest = new Rest(gateway, admin);
    String placed;
    try (Wire wire = new Wire(gateway, one)) {
      wire.next = 2;
      wire.logon("").read();
      keepFix();
      String order = Wire.order(1).replace("|55=1|", "|55=AB/CD|").replace("|38=5|", "|38=0.5|");
      placed = wire.say("D", order).read();
      assertThat(placed).contains("|55=AB/CD|", "|44=30.00|", "|38=0.5|", "|151=0.5|");
    }
    restartAsThen();
    assertSentAgain(one, 3, 3, List.of(placed));
  }

  /** What was reported before its sequences began again does not come a second time. */
  @Test
  void aSessionThatHasBegunAnewKeepsItsPlace() throws Exception {
    try (Wire wire = new Wire(gateway, one)) {
      wire.logon("").read();
      wire.say("D", Wire.order(1)).read();
      rest.order(2, 70, "BUY", 30, 1);
      wire.read();
      wire.next = 1;
      assertThat(wire.logon("141=Y|").read()).contains("|35=A|", "|34=1|");
      keepFix();
    }
    restartAsThen();
    try (Wire wire = new Wire(gateway, one)) {
      wire.next = 2;
      assertThat(wire.logon("").read()).contains("|35=A|", "|34=2|");
    }
  }

  /** Between a report and the next one it is not known which of a session's files are whole. */
  @Test
  void anOrderThatIsFurtherThanItsSessionIsSaidToBeMissing() throws Exception {
    try (Wire wire = new Wire(gateway, one)) {
      wire.logon("").read();
      wire.say("D", Wire.order(1)).read();
      copy(exchange().resolve("fix").resolve("one_0"), directory.resolve("one_0"));
      rest.order(2, 70, "BUY", 30, 1);
      wire.read();
      rest.order(2, 71, "BUY", 30, 1);
      wire.read();
      keepFix();
    }
    for (String file : List.of(SessionStore.SEQUENCES, "messages-1")) {
      Path target = then.resolve("fix").resolve("one_0").resolve(file);
      Files.delete(target);
      Files.copy(directory.resolve("one_0").resolve(file), target);
    }
    restartAsThen();
    try (Wire wire = new Wire(gateway, one)) {
      wire.next = 3;
      assertThat(wire.logon("").read()).contains("|35=A|");
      assertThat(wire.read()).contains("|35=5|", "|58=MISSED_REPORTS");
      wire.ended();
    }
  }
}
