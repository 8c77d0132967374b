package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A failure reaches everybody once, whatever one of them does. */
class PoisonTest {

  private final Poison poison = new Poison();
  private final IllegalStateException boom = new IllegalStateException("boom");
  private final List<String> reported = new ArrayList<>();

  @Test
  void aListenerThatThrowsKeepsNothingFromTheOthers() {
    poison.onFailure(
        failure -> {
          throw new IllegalArgumentException("of a listener");
        });
    poison.onFailure(
        failure -> {
          throw new AssertionError("of another");
        });
    poison.onFailure(
        failure -> {
          // No exception can suppress itself.
          throw boom;
        });
    poison.onFailure(failure -> reported.add(failure.getMessage()));
    assertThat(poison.fail(boom)).isTrue();
    assertThat(reported).containsExactly("boom");
    assertThat(boom.getSuppressed())
        .extracting(Throwable::getMessage)
        .containsExactly("of a listener", "of another");
  }

  @Test
  void aListenerThatComesTooLateIsCalledAtOnce() {
    poison.fail(boom);
    poison.onFailure(failure -> reported.add(failure.getMessage()));
    assertThat(reported).containsExactly("boom");
  }

  /** It finds the failure there, and is among those that the failure finds. */
  @Test
  void aListenerThatComesWithTheFailureIsCalledOnce() {
    poison.watch(
        new HaltedProcessor(() -> poison.onFailure(failure -> reported.add(failure.getMessage()))));
    poison.fail(boom);
    assertThat(reported).containsExactly("boom");
  }

  @Test
  void aProcessorThatCannotBeHaltedKeepsNothingFromTheOthers() {
    poison.watch(
        new HaltedProcessor(
            () -> {
              throw new AssertionError("of a processor");
            }));
    poison.watch(new HaltedProcessor(() -> reported.add("halted")));
    poison.onFailure(failure -> reported.add(failure.getMessage()));
    poison.fail(boom);
    assertThat(reported).containsExactly("halted", "boom");
    assertThat(boom.getSuppressed()).hasSize(1);
  }

  /** Does something when it is halted. */
  private record HaltedProcessor(Runnable onHalt) implements EventProcessor {

    @Override
    public Sequence getSequence() {
      return new Sequence();
    }

    @Override
    public void halt() {
      onHalt.run();
    }

    @Override
    public boolean isRunning() {
      return false;
    }

    @Override
    public void run() {
      throw new UnsupportedOperationException();
    }
  }
}
