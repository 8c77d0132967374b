package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.metrics.GatewayCounts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A session ends once, behind the answers that are due to it. */
class SessionEndTest {

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private boolean unhandled;
  private int forgotten;
  private final SessionEnd end =
      new SessionEnd(
          channel,
          false,
          new GatewayCounts(meters),
          new SessionEnd.Session() {
            @Override
            public boolean hasUnhandled() {
              return unhandled;
            }

            @Override
            public Object farewell() {
              return "bye";
            }

            @Override
            public void forget() {
              forgotten++;
            }

            @Override
            public ChannelFuture writeLast(Object message) {
              return channel.writeAndFlush(message);
            }
          });

  private double counted(String reason) {
    return meters.get("tandem.gateway.closed").tag("reason", reason).counter().count();
  }

  @Test
  void theLastMessageIsBehindTheAnswersAndSaysTheFirstReason() {
    end.sent();
    end.sent();
    end.begin("silent", () -> "silent");
    end.begin("other", () -> "other");
    assertThat(end.hasBegun()).isTrue();
    end.answered();
    assertThat(end.isOver()).isFalse();
    assertThat(channel.<Object>readOutbound()).isNull();
    end.answered();
    assertThat(end.isOver()).isTrue();
    assertThat(channel.<Object>readOutbound()).isEqualTo("silent");
    end.forget();
    end.proceed();
    assertThat(channel.<Object>readOutbound()).isNull();
    assertThat(forgotten).isEqualTo(1);
    assertThat(counted("silent")).isEqualTo(1);
    // It has a moment to read that.
    assertThat(channel.isOpen()).isTrue();
    channel.advanceTimeBy(5, TimeUnit.SECONDS);
    channel.runPendingTasks();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void whoHasSentAllIsAnsweredAndSaidGoodbye() {
    end.sent();
    unhandled = true;
    assertThat(end.inputEnded()).isTrue();
    end.answered();
    assertThat(end.hasBegun()).isFalse();
    unhandled = false;
    end.proceed();
    assertThat(channel.<Object>readOutbound()).isEqualTo("bye");
    assertThat(channel.isOpen()).isFalse();
    assertThat(end.inputEnded()).isFalse();
  }

  @Test
  void whereNothingIsToBeSaidNothingIsWaitedFor() {
    end.sent();
    end.begin("connection_lost", null);
    assertThat(channel.isOpen()).isFalse();
    end.abort("internal_error");
    assertThat(forgotten).isEqualTo(1);
    assertThat(counted("connection_lost")).isEqualTo(1);
    assertThat(meters.find("tandem.gateway.closed").tag("reason", "internal_error").counter())
        .isNull();
  }
}
