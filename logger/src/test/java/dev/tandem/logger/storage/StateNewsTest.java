package dev.tandem.logger.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateNewsTest {
  private final List<String> reports = new ArrayList<>();
  private long now = 7;
  private final StateNews news = new StateNews(reports::add, () -> now);

  private void look(boolean failing) {
    news.look(failing, () -> failing ? "full" : "room");
  }

  @Test
  void aChangeIsReportedAtOnceAndOnce() {
    look(false);
    assertThat(reports).isEmpty();
    for (int i = 0; i < 3; i++) {
      look(true);
    }
    assertThat(reports).containsExactly("full");
    look(false);
    assertThat(reports).containsExactly("full", "room");
  }

  @Test
  void whatChangesAllTheTimeIsReportedOnceAMinute() {
    for (int i = 0; i < 6_000; i++) {
      look(i % 2 == 0);
      now += StateNews.MINUTE_NANOS / 1_000;
    }
    // Six minutes.
    assertThat(reports).hasSizeBetween(6, 8).startsWith("full", "room");
  }

  @Test
  void whatLastsIsReportedInTheEnd() {
    look(true);
    look(false);
    look(true);
    assertThat(reports).containsExactly("full", "room");
    now += StateNews.MINUTE_NANOS;
    look(true);
    assertThat(reports).containsExactly("full", "room", "full");
    now += 10 * StateNews.MINUTE_NANOS;
    look(false);
    look(true);
    assertThat(reports).hasSize(5);
  }
}
