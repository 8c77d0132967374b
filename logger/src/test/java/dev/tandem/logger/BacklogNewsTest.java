package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.storage.SealBacklog;
import org.junit.jupiter.api.Test;

/** Of segments that wait for being sealed. */
class BacklogNewsTest {

  private static int reported(int most, int... unfinished) {
    SealBacklog backlog = new SealBacklog(most);
    int reported = 0;
    for (int each : unfinished) {
      reported += backlog.isNews(each) ? 1 : 0;
      assertThat(backlog.isOver(each)).isEqualTo(each > most);
    }
    return reported;
  }

  @Test
  void aBacklogThatComesAndGoesAtItsLimitIsReportedOnce() {
    assertThat(reported(4, 1, 4, 5, 4, 5, 4, 5, 5, 4, 5)).isEqualTo(1);
    assertThat(reported(4, 1, 2, 3, 4)).isZero();
  }

  @Test
  void itIsReportedAgainAfterHalfOfItWasSealed() {
    assertThat(reported(4, 5, 3, 5)).isEqualTo(2);
    assertThat(reported(1, 2, 1, 2)).isEqualTo(2);
  }
}
