package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A disk that stays full is logged once a minute, not once a message. */
class StoreFailuresTest {

  @Test
  void theFirstIsLoggedAtOnceAndLaterOnesOnceAMinute() {
    AtomicLong now = new AtomicLong(-5);
    List<String> lines = new ArrayList<>();
    StoreFailures failures =
        new StoreFailures(now::get, (text, cause) -> lines.add(text + " by " + cause));
    IOException full = new IOException("full");
    failures.add("first", full);
    failures.add("second", full);
    now.addAndGet(TimeUnit.MINUTES.toNanos(1) - 1);
    failures.add("third", full);
    assertThat(lines).containsExactly("first by " + full);
    now.incrementAndGet();
    failures.add("fourth", null);
    failures.add("fifth", full);
    assertThat(lines)
        .containsExactly(
            "first by " + full, "fourth; 2 failures more since the last such line by null");
  }
}
