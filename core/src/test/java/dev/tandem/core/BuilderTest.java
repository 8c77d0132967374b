package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Choices that cannot be kept are refused, and none is dropped silently. */
@Timeout(120)
class BuilderTest {

  private static void assertRefused(String message, UnaryOperator<ExchangeBuilder> choice) {
    assertThatThrownBy(() -> choice.apply(Exchange.builder()).start().close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatAThreadFactoryDecidesItself() {
    assertRefused("pinned()", b -> b.threadFactory(Thread::new).pinned());
    assertRefused("daemon()", b -> b.daemon().threadFactory(Thread::new));
  }

  @Test
  void whatACallerThatDrivesHasNot() {
    UnaryOperator<ExchangeBuilder> driven =
        b -> b.topology(Topology.fused()).callerDriven(() -> {});
    assertRefused("a caller drives", b -> driven.apply(b).pinned());
    assertRefused("a caller drives", b -> driven.apply(b).threadFactory(Thread::new));
  }

  @Test
  void ringsThatAreNoRing() {
    for (int slots : new int[] {Integer.MIN_VALUE, -1, 0, 3, 1 << 21, 1 << 26, 1 << 30}) {
      assertRefused("ring size " + slots, b -> b.ringSize(slots));
    }
  }

  @Test
  @SuppressWarnings("FutureReturnValueIgnored") // each call throws
  void nullsAreNamed() {
    try (Exchange exchange = Exchange.builder().daemon().start()) {
      CommandPublisher publisher = exchange.publisher();
      assertNamed("query", () -> exchange.query(null));
      assertNamed("filler", () -> publisher.submit(null));
      assertNamed("filler", () -> publisher.trySubmit(null));
      assertNamed("filler", () -> exchange.async().submit(null));
      assertNamed("command", () -> publisher.publish(null));
      ExchangeBuilder builder = Exchange.builder();
      for (Runnable choice :
          List.<Runnable>of(
              () -> builder.topology(null),
              () -> builder.ingress(null),
              () -> builder.marketData(null),
              () -> builder.onFailure(null),
              () -> builder.resultHandler(null),
              () -> builder.journal(null))) {
        assertThatThrownBy(choice::run)
            .isInstanceOf(NullPointerException.class)
            .hasMessageMatching("[a-zA-Z]+");
      }
      exchange.awaitAnswered();
    }
  }

  private static void assertNamed(String name, Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class).hasMessage(name);
  }

  @Test
  void aFailureIsReportedOnce() {
    IllegalStateException fault = new IllegalStateException("handler");
    AtomicReference<Throwable> reported = new AtomicReference<>();
    Exchange exchange =
        Exchange.builder()
            .daemon()
            .resultHandler(
                c -> {
                  throw fault;
                })
            .onFailure(failure -> assertThat(reported.getAndSet(failure)).isNull())
            .start();
    CompletableFuture<CommandResult> answer = exchange.async().addUser(1);
    assertThatThrownBy(answer::join).hasCauseInstanceOf(ExchangeFailedException.class);
    assertThatThrownBy(exchange::close).isInstanceOf(ExchangeFailedException.class);
    assertThat(reported.get()).isSameAs(fault);
    assertThat(fault.getSuppressed()).isEmpty();
  }
}
