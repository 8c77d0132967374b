package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import org.junit.jupiter.api.Test;

/** A time that cannot be is told, and no stamp is held against another command. */
class StampsTest {

  private static final int SIZE = 10;
  private static final long BEHIND = 5_000_000_000L;

  /** Answers at once, by a clock of its own. */
  private static final class Answering extends SubmittedKernel<Object> {
    private final long behind;
    private final int more;
    private AnswerClock clock;

    /**
     * @param behind ns that its clock is behind the producer's
     * @param more answers that a flush adds
     */
    Answering(long behind, int more) {
      this.behind = behind;
      this.more = more;
    }

    @Override
    long answerNanos() {
      return super.answerNanos() - behind;
    }

    @Override
    int size() {
      return SIZE;
    }

    @Override
    void submit(int i) {
      clock.answered();
    }

    @Override
    void flush() {
      for (int i = 0; i < more; i++) {
        clock.answered();
      }
    }

    @Override
    void report(AnswerClock reported) {
      clock = reported;
    }

    @Override
    void hash(TradeHash hash) {}

    @Override
    public long trades() {
      return 0;
    }

    @Override
    public long refusals() {
      return 0;
    }

    @Override
    public void close() {}
  }

  @Test
  void answersBeforeTheirTimeAreCounted() {
    RunningKernel.Paced paced = new Answering(BEHIND, 0).pace(2, 1e6, false);
    assertThat(paced.latency().getTotalCount()).isEqualTo(2 * SIZE);
    assertThat(paced.early().answers()).isEqualTo(2 * SIZE);
    assertThat(paced.early().nanos()).isBetween(1L, BEHIND);
    assertThat(paced.earlyShare()).isEqualTo(1);
    paced = new Answering(0, 0).pace(2, 1e6, false);
    assertThat(paced.early()).isEqualTo(RunningKernel.Early.NONE);
    assertThat(paced.earlyShare()).isZero();
  }

  @Test
  void moreAnswersThanCommandsAreRefused() {
    assertThatThrownBy(() -> new Answering(0, 1).pace(1, 1e6, false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("11 answers to 10 paced commands");
  }

  /** The end of a flush tells its caller before it is told itself. */
  @Test
  void whatAFlushAsksIsNoCommand() {
    TandemKernel.Answers answers = new TandemKernel.Answers();
    int[] reported = {0};
    answers.clock(() -> reported[0]++);
    Command c = new Command();
    c.type = CommandType.QUERY;
    answers.onResult(c);
    assertThat(reported[0]).isZero();
    c.type = CommandType.PLACE;
    answers.onResult(c);
    assertThat(reported[0]).isEqualTo(1);
  }
}
