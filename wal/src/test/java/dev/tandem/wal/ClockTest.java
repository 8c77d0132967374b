package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timestamps follow the system's clock, and never go back. */
class ClockTest {

  private static final long SECOND = 1_000_000_000;
  private static final long HOUR = 3_600 * SECOND;

  @TempDir Path directory;

  private final AtomicLong steady = new AtomicLong(SECOND);
  private final AtomicLong system = new AtomicLong(1_000 * HOUR);
  private final WalClock clock = new SystemClock(steady::get, system::get);

  private void pass(long nanos) {
    steady.addAndGet(nanos);
    system.addAndGet(nanos);
  }

  @Test
  void stepsAheadAreFollowed() {
    pass(SECOND);
    assertThat(clock.nanos()).isEqualTo(system.get());
    system.addAndGet(HOUR);
    pass(SECOND);
    assertThat(clock.nanos()).isEqualTo(system.get());
  }

  @Test
  void stepsBackAreWaitedFor() {
    pass(SECOND);
    long before = clock.nanos();
    system.addAndGet(-HOUR);
    pass(SECOND);
    long still = clock.nanos();
    assertThat(still).isBetween(before, before + SECOND);
    pass(HOUR / 2);
    assertThat(clock.nanos()).isEqualTo(still);
    pass(HOUR);
    assertThat(clock.nanos()).isEqualTo(system.get());
  }

  @Test
  void aLogKeepsItsTimeOverOpenings() throws IOException {
    long first = 1_000 * HOUR;
    for (long now : new long[] {first, first - HOUR, first + HOUR, first}) {
      try (Wal wal = Wal.open(directory, Logs.small().clock(() -> now).build())) {
        Logs.append(wal, 2);
      }
    }
    List<Long> times = new ArrayList<>();
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, -1)) {
      while (reader.next()) {
        times.add(reader.timestampNs());
      }
    }
    long last = first + HOUR;
    assertThat(times).containsExactly(first, first, first, first, last, last, last, last);
  }
}
