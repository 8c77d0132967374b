package dev.tandem.core.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.QueryPayload;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.pipeline.TwoStepHandler;
import org.junit.jupiter.api.Test;

/** What the handlers of a pipeline decide. */
class HandlersTest {

  private final Stages stages = new Stages(1, 1, 16, 16, () -> 1, c -> {}, null);
  private final EventHandler<Command> admission = stages.admission();

  private Command query(QueryPayload payload) throws Exception {
    Command c = new Command();
    c.clear();
    c.type = CommandType.QUERY;
    c.payload = payload;
    admission.onEvent(c, 0, true);
    return c;
  }

  @Test
  void aQueryWaitsUntilAllIsSettledButNotARefusedOne() throws Exception {
    TwoStepHandler<Command> hold = stages.hold(0);
    assertThat(hold.tryEvent(query(new Query() {}), 0, true)).isFalse();
    QueryPayload none = new QueryPayload() {};
    Command refused = query(none);
    assertThat(refused.result).isEqualTo(ResultCode.UNKNOWN_COMMAND.code());
    assertThat(hold.tryEvent(refused, 0, true)).isTrue();
    assertThat(refused.payload).as("the publisher's").isSameAs(none);
  }

  /** What leaves no record needs no room. */
  @Test
  void aFullLogRefusesOnlyWhatItWouldKeep() throws Exception {
    EventHandler<Command> full = stages.admission(new FullJournal());
    full.onBatchStart(1, 1);
    ResultCode logFull = ResultCode.LOG_FULL;
    assertThat(answer(full, CommandType.NOP, 0)).isEqualTo(ResultCode.PENDING);
    assertThat(answer(full, CommandType.QUERY, 0)).isEqualTo(ResultCode.PENDING);
    assertThat(answer(full, CommandType.NOP, 7)).isEqualTo(logFull);
    assertThat(answer(full, CommandType.QUERY, 7)).isEqualTo(logFull);
    assertThat(answer(full, CommandType.ADD_USER, 0)).isEqualTo(logFull);
  }

  private static ResultCode answer(EventHandler<Command> admission, byte type, long clientKey)
      throws Exception {
    Command c = new Command();
    c.clear();
    c.type = type;
    c.clientKey = clientKey;
    c.clientSequence = 1;
    c.payload = new Query() {};
    admission.onEvent(c, 0, true);
    return ResultCode.of(c.result);
  }

  private static final class FullJournal implements JournalStage {

    @Override
    public EventHandler<Command> handler() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void flush() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long[] marks() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean holdsAnswers() {
      return true;
    }

    @Override
    public long confirmed() {
      return -1;
    }

    @Override
    public void whenConfirmed(long record, Runnable then) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean hasRoom() {
      return false;
    }
  }

  @Test
  void withoutRiskNothingWaits() throws Exception {
    TwoStepHandler<Command> hold = new Stages(0, 1, 16, 16, () -> 1, c -> {}, null).hold(0);
    Command c = new Command();
    c.clear();
    Commands.addUser(c, 1);
    assertThat(hold.tryEvent(c, 0, true)).isTrue();
    assertThat(c.result).isEqualTo(ResultCode.NO_RISK_STAGE.code());
    assertThat(hold.tryEvent(query(new Query() {}), 0, true)).isTrue();
  }

  @Test
  void admissionFillsInWhatNumberAndTimeTheCommandLacks() throws Exception {
    Command c = new Command();
    c.clear();
    c.sequence = -1;
    Commands.addUser(c, 1);
    admission.onBatchStart(1, 1);
    admission.onEvent(c, 5, true);
    assertThat(c.sequence).isEqualTo(5);
    assertThat(c.timestampNs).isEqualTo(1);
    c.timestampNs = 7;
    admission.onEvent(c, 5, true);
    assertThat(c.timestampNs).isEqualTo(7);
  }
}
