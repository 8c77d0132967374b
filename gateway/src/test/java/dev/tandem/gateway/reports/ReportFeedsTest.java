package dev.tandem.gateway.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

/** What is kept of reports, and for how long. */
class ReportFeedsTest {

  private static final int BYTES = 256 << 10;
  private static final int USERS = 50;

  private final ReportFeeds feeds = new ReportFeeds(100, BYTES);

  private void report(long user) {
    feeds.tell(feeds.of(user), Unpooled.buffer().writeZero(100));
  }

  @Test
  void allTogetherAreBounded() {
    ReportReader stays = feeds.add(0, null);
    assertThat(feeds.of(1)).isNull();
    for (long user = 1; user <= USERS; user++) {
      ReportReader reader = feeds.add(user, null);
      feeds.remove(reader, user);
      for (int i = 0; i < 200; i++) {
        report(user);
        assertThat(feeds.keptBytes()).isLessThanOrEqualTo(BYTES);
      }
    }
    // A hundred of each are allowed; it is the bytes that bound them.
    assertThat(feeds.kept()).isBetween(101L, 2_000L);
    // Whoever was left last is there still, who was left first is not.
    assertThat(feeds.add(USERS, null).feed.size()).isEqualTo(100);
    assertThat(feeds.add(1, null).feed.size()).isZero();
    assertThat(stays.feed.isLeft()).isFalse();
  }

  @Test
  void whoIsLeftForLongIsForgotten() {
    ReportReader first = feeds.add(1, null);
    ReportReader second = feeds.add(2, null);
    feeds.remove(first, 0);
    feeds.remove(second, 1);
    report(1);
    report(2);
    assertThat(feeds.kept()).isEqualTo(2);
    feeds.sweep(ReportFeeds.LEFT_NS);
    assertThat(feeds.kept()).isEqualTo(2);
    feeds.sweep(ReportFeeds.LEFT_NS + 1);
    assertThat(feeds.kept()).isEqualTo(1);
    // It comes back above all numbers that anybody was told: nobody takes its gap for none.
    ReportFeed again = feeds.add(1, null).feed;
    assertThat(again.last()).isGreaterThan(second.feed.last());
    assertThat(again.goesBackTo(first.feed.last())).isFalse();
    feeds.sweep(Long.MAX_VALUE);
    assertThat(feeds.kept()).isZero();
  }
}
