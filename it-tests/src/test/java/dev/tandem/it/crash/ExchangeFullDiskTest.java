package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.AsyncCommands;
import dev.tandem.core.Exchange;
import dev.tandem.core.StateSummary;
import dev.tandem.core.command.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An exchange on a disk that fills up: commands are refused before they change anything, what was
 * answered is there after {@code kill -9}, and with new room it continues.
 */
@Tag("thorough")
class ExchangeFullDiskTest {

  private static final int MEGABYTES = 12;
  private static final int ROOM_FOR_THE_LOG = 5 << 20;
  private static final long REFUSALS = 100;

  @TempDir private Path dir;

  private VictimOrder order;
  private ExchangeAudit audit;

  @Test
  void isRefusedKilledAndContinues() throws IOException, InterruptedException {
    try (SmallDisk disk = SmallDisk.create(dir, MEGABYTES)) {
      Path filler = disk.fill(ROOM_FOR_THE_LOG);
      order =
          new VictimOrder(
              LogUnderTest.Kind.TANDEM,
              disk.root().resolve("log"),
              dir,
              -1,
              1 << 18,
              0,
              0,
              AckBoard.PRODUCERS,
              5_000);
      audit = new ExchangeAudit(order);
      live(0, board -> board.refused() >= REFUSALS);
      refusesAndChangesNothing();
      Files.delete(filler);
      disk.fill(ROOM_FOR_THE_LOG / 2);
      live(0, board -> board.refused() >= REFUSALS);
      Files.delete(filler);
      live(50, board -> board.state() == AckBoard.State.DONE);
    }
  }

  private interface End {
    boolean reached(AckBoard board);
  }

  /** One process, killed when it has come so far; then what it left is examined. */
  private void live(long each, End end) throws IOException {
    Path file = dir.resolve("board-" + order.life());
    order = order.next(file, each);
    long[] seen;
    try (AckBoard board = AckBoard.create(file);
        VictimProcess victim =
            VictimProcess.boot(dir, ExchangeVictim.class, List.of(ExchangeVictim.PATIENT))) {
      audit.prepare(board);
      victim.order(order.line());
      Deadline.await("the end of a life", () -> end.reached(board) || !victim.isAlive());
      assertThat(end.reached(board))
          .as("%s %s %s", board.state(), board.failure(), victim.output())
          .isTrue();
      victim.kill();
      seen = board.ackedCounts();
      audit.add(board, seen);
    }
    Examination.Finding finding = audit.check(LogUnderTest.SYNCED, order.life() % 2 == 0);
    assertThat(finding.lost()).as(finding.example()).isZero();
    assertThat(finding.acknowledged()).isPositive();
  }

  private void refusesAndChangesNothing() {
    try (Exchange exchange =
        ExchangeVictim.builder(order).journal(ExchangeVictim.journal(order)).start()) {
      AsyncCommands async = exchange.async();
      long user = 1_000_000;
      ResultCode code;
      do {
        code = async.addUser(++user).join().code();
      } while (code == ResultCode.OK);
      assertThat(code).isEqualTo(ResultCode.LOG_FULL);
      long refused = user;
      StateSummary full = exchange.summary();
      long logged = exchange.logStatistics().orElseThrow().appended();
      for (int i = 0; i < REFUSALS; i++) {
        assertThat(async.addUser(refused + i).join().code()).isEqualTo(ResultCode.LOG_FULL);
        assertThat(exchange.user(refused + i)).isEmpty();
      }
      assertThat(exchange.summary()).isEqualTo(full);
      assertThat(exchange.logStatistics().orElseThrow().appended()).isEqualTo(logged);
      assertThat(exchange.failure()).isEmpty();
    }
  }
}
