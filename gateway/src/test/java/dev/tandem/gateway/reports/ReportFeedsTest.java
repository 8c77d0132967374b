package dev.tandem.gateway.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of reports, and for how long. */
class ReportFeedsTest {

  private static final int BYTES = 256 << 10;
  private static final int USERS = 50;

  private final ReportFeeds feeds = new ReportFeeds(100, BYTES);

  private void report(long user) {
    report(feeds, user);
  }

  private static void report(ReportFeeds to, long user) {
    to.report(to.of(user), Unpooled.buffer().writeZero(100));
  }

  /** However often it is killed, numbers continue, and a start keeps no more than it needs. */
  @Test
  void startsAddNothingToTheFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("places");
    ReportFeeds killed = ReportFeeds.open(100, file);
    killed.started(0);
    killed.remove(killed.add(1, null), 0);
    long commands = 0;
    for (int start = 0; start < 25; start++) {
      for (int i = 0; i < 3; i++) {
        killed.answered(commands++);
        report(killed, 1);
        killed.mark();
      }
      long last = killed.of(1).last();
      killed = ReportFeeds.open(100, file);
      for (long command = 0; command < commands; command++) {
        killed.answered(command);
        report(killed, 1);
      }
      killed.started(commands);
      assertThat(killed.of(1).last()).isEqualTo(last);
      try (FeedPlaces places = FeedPlaces.open(file)) {
        assertThat(places.found().get(1L)).hasSizeLessThan(10);
      }
    }
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

  private static final class Session implements ReportSession {
    private final boolean throwsIt;
    private int reported;
    private int failed;

    Session(boolean throwsIt) {
      this.throwsIt = throwsIt;
    }

    @Override
    public boolean takesReports() {
      return failed == 0;
    }

    @Override
    public boolean push(ReportReader reader, long number, ByteBuf report, boolean live) {
      report.release();
      if (throwsIt) {
        throw new IllegalStateException("of one alone");
      }
      reported++;
      return true;
    }

    @Override
    public void tooSlowForReports() {
      throw new AssertionError("it is not slow");
    }

    @Override
    public void failed(Throwable thrown) {
      failed++;
    }
  }

  /** A session that fails ends by itself: neither the other ones nor the gateway do. */
  @Test
  void aSessionThatThrowsFailsAlone() {
    Session first = new Session(true);
    Session second = new Session(false);
    feeds.add(1, first);
    feeds.add(1, second);
    report(1);
    report(1);
    assertThat(first.failed).isEqualTo(1);
    assertThat(second.reported).isEqualTo(2);
  }
}
