package dev.tandem.logger.fronts.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;

class TandemLoggerTest {
  private final Exception cause = new IllegalStateException("why");

  private final RecordingFront front = new RecordingFront();
  private final Logger logger = new TandemLogger(front);
  private final TandemMdc mdc = new TandemMdc();

  @AfterEach
  void clear() {
    mdc.clear();
  }

  @Test
  void argumentsGoIntoTheMessage() {
    logger.info("none");
    logger.info("one {}", 1);
    logger.info("two {} {}", 1, "b");
    logger.info("three {} {} {}", 1, "b", 2.5);
    logger.info("few {} {} {}", 1, "b");
    logger.info("many {}", 1, 2, 3);
    logger.info("escaped \\{} {}", 1);
    logger.info("brackets {} stay");
    assertThat(front.records)
        .extracting(RecordingFront.Logged::message)
        .containsExactly(
            "none",
            "one 1",
            "two 1 b",
            "three 1 b 2.5",
            "few 1 b {}",
            "many 1",
            "escaped {} 1",
            "brackets {} stay");
    assertThat(front.records).allMatch(r -> r.level() == LogLevel.INFO && r.thrown() == null);
  }

  @Test
  void throwableAsLastArgumentIsTheRecordsThrowable() {
    logger.error("plain", cause);
    logger.error("one {}", (Object) cause);
    logger.error("two {} {}", 1, cause);
    logger.error("three {} {}", 1, 2, cause);
    logger.error("three {} {} {}", 1, 2, cause);
    logger.atError().setCause(cause).log("fluent {}", 1);
    logger.atError().log("fluent {} {}", 1, cause);
    assertThat(front.records).allSatisfy(r -> assertThat(r.thrown()).isSameAs(cause));
    assertThat(front.records).allMatch(r -> r.level() == LogLevel.ERROR);
    assertThat(front.records)
        .extracting(RecordingFront.Logged::message)
        .containsExactly(
            "plain", "one {}", "two 1 {}", "three 1 2", "three 1 2 {}", "fluent 1", "fluent 1 {}");
  }

  @Test
  void throwableThatIsNotLastIsAnArgument() {
    logger.warn("{} {}", cause, 1);
    assertThat(front.last().message()).isEqualTo(cause + " 1");
    assertThat(front.last().thrown()).isNull();
  }

  @Test
  void nullsAreNoErrors() {
    logger.info((String) null);
    logger.info(null, 1);
    logger.info("{} {}", null, null);
    logger.info("{}", (Object) null);
    logger.info("{}", (Object[]) null);
    logger.info(null, (Throwable) null);
    logger.info((Marker) null, "marked {}", 1);
    logger.atInfo().log((String) null);
    logger.atInfo().addKeyValue("key", (Object) null).log("pair");
    assertThat(front.records)
        .extracting(RecordingFront.Logged::message)
        .containsExactly("null", "null", "null null", "null", "{}", "null", "marked 1", "", "pair");
  }

  @Test
  void markersAndPairsAreInTheRecord() {
    Marker audit = new BasicMarkerFactory().getMarker("AUDIT");
    logger.info(audit, "marked {} {}", 1, 2);
    assertThat(front.last().message()).isEqualTo("marked 1 2");
    assertThat(front.last().markers()).containsExactly("AUDIT");
    logger
        .atDebug()
        .addMarker(audit)
        .addMarker(new BasicMarkerFactory().getMarker("B"))
        .addKeyValue("order", 4711)
        .addKeyValue("user", () -> "u")
        .addArgument(7)
        .setMessage("fluent {}")
        .log();
    assertThat(front.last().message()).isEqualTo("fluent 7");
    assertThat(front.last().level()).isEqualTo(LogLevel.DEBUG);
    assertThat(front.last().markers()).containsExactly("AUDIT", "B");
    assertThat(front.last().pairs()).containsExactly("order", 4711, "user", "u");
  }

  @Test
  void levelsDecideAndMayChange() {
    front.threshold = LogLevel.WARN;
    for (Level level : Level.values()) {
      logger.makeLoggingEventBuilder(level);
      logger.atLevel(level).log("fluent");
    }
    logger.trace("t {}", 1);
    logger.debug("d {} {}", 1, 2);
    logger.info("i");
    logger.warn("w", cause);
    logger.error("e {} {} {}", 1, 2, 3);
    assertThat(front.records)
        .extracting(r -> r.level() + " " + r.message())
        .containsExactly("ERROR fluent", "WARN fluent", "WARN w", "ERROR e 1 2 3");
    assertThat(logger.isInfoEnabled()).isFalse();
    assertThat(logger.isWarnEnabled(null)).isTrue();
    front.threshold = LogLevel.TRACE;
    logger.trace("now");
    assertThat(front.last().message()).isEqualTo("now");
    front.threshold = LogLevel.OFF;
    assertThat(logger.isErrorEnabled()).isFalse();
  }

  @Test
  void argumentThatLogsWhileItIsWrittenDoesNotMixMessages() {
    Object inner = new Logging(2);
    logger.info("outer {} and {}", inner, inner);
    assertThat(front.records)
        .extracting(RecordingFront.Logged::message)
        .containsExactly("in 0", "in 1 d0", "in 0", "in 1 d0", "outer d1 and d1");
    Object deep = new Logging(20);
    logger.info("deep {}", deep);
    assertThat(front.last().message()).isEqualTo("deep d19");
    logger.info("after {}", 1);
    assertThat(front.last().message()).isEqualTo("after 1");
  }

  /** Logs each time its text is requested. */
  private final class Logging {
    private final int depth;

    Logging(int depth) {
      this.depth = depth;
    }

    @Override
    public String toString() {
      if (depth == 1) {
        logger.info("in 0");
      } else {
        logger.info("in {} {}", depth - 1, new Logging(depth - 1));
      }
      return "d" + (depth - 1);
    }
  }

  @Test
  void argumentWhoseTextFailsLosesOnlyItself() {
    Object bad =
        new Object() {
          @Override
          public String toString() {
            throw new UnsupportedOperationException("no");
          }
        };
    logger.info("a {} b {}", bad, 1);
    assertThat(front.last().message())
        .isEqualTo(
            "a [toString of "
                + bad.getClass().getName()
                + " failed: "
                + "java.lang.UnsupportedOperationException] b 1");
  }

  @Test
  void contextOfTheMomentIsInTheRecord() {
    mdc.put("user", "7");
    logger.info("one");
    mdc.put("user", "8");
    logger.info("two {}", 1);
    logger.atInfo().log("three");
    mdc.clear();
    logger.info("four");
    assertThat(front.records)
        .extracting(RecordingFront.Logged::context)
        .containsExactly(Map.of("user", "7"), Map.of("user", "8"), Map.of("user", "8"), Map.of());
  }

  @Test
  @SuppressWarnings("deprecation") // SLF4J has no other way to refer
  void markersThatAMarkerRefersToAreInTheRecord() {
    BasicMarkerFactory factory = new BasicMarkerFactory();
    Marker audit = factory.getMarker("AUDIT");
    Marker money = factory.getMarker("MONEY");
    Marker outer = factory.getMarker("OUTER");
    outer.add(audit);
    audit.add(money);
    logger.info(outer, "one");
    logger.atInfo().addMarker(outer).addMarker(money).log("two");
    assertThat(front.records)
        .extracting(RecordingFront.Logged::markers)
        .containsExactly(List.of("OUTER", "AUDIT", "MONEY"), List.of("OUTER", "MONEY", "AUDIT"));
  }

  @Test
  void aPoolDoesNotSignOnesWorkAsTheOthers() throws Exception {
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      mdc.put("user", "alice");
      pool.submit(() -> logger.info("begun for alice")).get();
      mdc.put("user", "bob");
      pool.submit(() -> logger.info("done for bob")).get();
    }
    assertThat(front.records).hasSize(2).allMatch(record -> record.context().isEmpty());
  }

  @Test
  void aThreadThatIsMadeHasNoContextOfItsMaker() throws InterruptedException {
    mdc.put("user", "7");
    mdc.pushByKey("stack", "a");
    List<String> seen = Arrays.asList(null, null);
    Thread thread =
        new Thread(
            () -> {
              seen.set(0, mdc.get("user"));
              mdc.put("user", "child");
              seen.set(1, mdc.popByKey("stack"));
            });
    thread.start();
    thread.join();
    assertThat(seen).containsExactly(null, null);
    assertThat(mdc.get("user")).isEqualTo("7");
    Map<String, String> copy = mdc.getCopyOfContextMap();
    copy.put("user", "9");
    assertThat(mdc.get("user")).isEqualTo("7");
    mdc.setContextMap(copy);
    copy.put("user", "10");
    assertThat(mdc.get("user")).isEqualTo("9");
    mdc.remove("user");
    assertThat(mdc.get("user")).isNull();
    assertThat(mdc.popByKey("stack")).isEqualTo("a");
  }
}
