package dev.tandem.logger.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelsTest {
  @Test
  void longestPrefixAtADotCounts() {
    Levels levels = new Levels(LogLevel.INFO);
    levels.set("dev.tandem", LogLevel.DEBUG);
    levels.set("dev.tandem.core.risk", LogLevel.OFF);
    assertThat(levels.of("")).isEqualTo(LogLevel.INFO);
    assertThat(levels.of("dev")).isEqualTo(LogLevel.INFO);
    assertThat(levels.of("dev.tandem")).isEqualTo(LogLevel.DEBUG);
    assertThat(levels.of("dev.tandems")).isEqualTo(LogLevel.INFO);
    assertThat(levels.of("dev.tandem.core.Exchange")).isEqualTo(LogLevel.DEBUG);
    assertThat(levels.of("dev.tandem.core.risk.Money")).isEqualTo(LogLevel.OFF);
    assertThat(levels.of(".odd")).isEqualTo(LogLevel.INFO);
  }

  @Test
  void existingLoggersFollowAChange() {
    Levels levels = new Levels(LogLevel.WARN);
    LevelGate gate = levels.gate("a.b.C");
    assertThat(levels.gate("a.b.C")).isSameAs(gate);
    assertThat(gate.passes(LogLevel.INFO)).isFalse();
    assertThat(gate.passes(LogLevel.WARN)).isTrue();
    levels.set("a", LogLevel.TRACE);
    assertThat(gate.passes(LogLevel.TRACE)).isTrue();
    levels.set("a.b.C", LogLevel.OFF);
    assertThat(gate.passes(LogLevel.ERROR)).isFalse();
    levels.clear("a.b.C");
    assertThat(gate.passes(LogLevel.TRACE)).isTrue();
    levels.clear("a");
    levels.clear("");
    assertThat(gate.passes(LogLevel.INFO)).isFalse();
    assertThat(levels.settings()).containsOnlyKeys("");
  }

  @Test
  void aListenerMayWaitForThreadsThatUseTheLevels() {
    Levels levels = new Levels(LogLevel.INFO);
    List<LogLevel> seen = new ArrayList<>();
    levels.onChange(
        () -> {
          Thread other = new Thread(() -> seen.add(levels.of("a")));
          other.start();
          try {
            // Long, for only a hang runs into it.
            other.join(Duration.ofMinutes(1));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          assertThat(other.isAlive()).isFalse();
        });
    levels.set("a", LogLevel.DEBUG);
    levels.clear("a");
    assertThat(seen).containsExactly(LogLevel.DEBUG, LogLevel.INFO);
  }
}
