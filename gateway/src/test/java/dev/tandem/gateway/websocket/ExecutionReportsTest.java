package dev.tandem.gateway.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import org.junit.jupiter.api.Test;

/** What is kept of reports, and for how long. */
class ExecutionReportsTest {

  private static final int BYTES = 256 << 10;
  private static final int USERS = 50;

  private final ExecutionReports reports = new ExecutionReports(100, BYTES);

  private void report(long user) {
    Command answer = new Command();
    answer.type = CommandType.CANCEL;
    answer.result = ResultCode.OK_CODE;
    answer.userId = user;
    reports.onAnswer(answer);
  }

  @Test
  void allTogetherAreBounded() {
    ReportReader stays = reports.add(0, null);
    report(1);
    assertThat(reports.kept()).isZero();
    for (long user = 1; user <= USERS; user++) {
      ReportReader reader = reports.add(user, null);
      reports.remove(reader, user);
      for (int i = 0; i < 200; i++) {
        report(user);
        assertThat(reports.keptBytes()).isLessThanOrEqualTo(BYTES);
      }
    }
    // A hundred of each are allowed; it is the bytes that bound them.
    assertThat(reports.kept()).isBetween(101L, 2_000L);
    // Whoever was left last is there still, who was left first is not.
    assertThat(reports.add(USERS, null).feed.size()).isEqualTo(100);
    assertThat(reports.add(1, null).feed.size()).isZero();
    assertThat(stays.feed.isLeft()).isFalse();
  }

  @Test
  void whoIsLeftForLongIsForgotten() {
    ReportReader first = reports.add(1, null);
    ReportReader second = reports.add(2, null);
    reports.remove(first, 0);
    reports.remove(second, 1);
    report(1);
    report(2);
    assertThat(reports.kept()).isEqualTo(2);
    reports.sweep(ExecutionReports.LEFT_NS);
    assertThat(reports.kept()).isEqualTo(2);
    reports.sweep(ExecutionReports.LEFT_NS + 1);
    assertThat(reports.kept()).isEqualTo(1);
    // It comes back above all numbers that anybody was told: nobody takes its gap for none.
    ReportFeed again = reports.add(1, null).feed;
    assertThat(again.last()).isGreaterThan(second.feed.last());
    assertThat(again.goesBackTo(first.feed.last())).isFalse();
    reports.sweep(Long.MAX_VALUE);
    assertThat(reports.kept()).isZero();
  }
}
