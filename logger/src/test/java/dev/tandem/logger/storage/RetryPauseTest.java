package dev.tandem.logger.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPauseTest {

  /** The clock counts from anywhere, so also below zero, and over the end of its range. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE})
  void whatNeverFailedIsTriedAtOnce(long now) {
    RetryPause pause = new RetryPause();
    assertThat(pause.isOver(now)).isTrue();
    pause.failed(now);
    assertThat(pause.isOver(now)).isFalse();
    assertThat(pause.isOver(now + RetryPause.FIRST_NANOS)).isTrue();
    pause.end();
    assertThat(pause.isOver(now - 1)).isTrue();
  }

  @Test
  void pausesDoubleUpToTheirBound() {
    RetryPause pause = new RetryPause();
    for (long expected = RetryPause.FIRST_NANOS; ; expected *= 2) {
      pause.failed(0);
      long length = Math.min(expected, RetryPause.MOST_NANOS);
      assertThat(pause.isOver(length - 1)).isFalse();
      assertThat(pause.isOver(length)).isTrue();
      if (expected > RetryPause.MOST_NANOS) {
        break;
      }
    }
  }
}
