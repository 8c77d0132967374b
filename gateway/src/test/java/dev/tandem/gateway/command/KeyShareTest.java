package dev.tandem.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.LoggedFaults;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Who waits for a key's share continues in turn, and never within an answer. */
class KeyShareTest {

  private final Queue<Runnable> loop = new ArrayDeque<>();
  private final List<String> received = new ArrayList<>();
  private final KeyShare share = new KeyShare(4, loop::add);

  private void runLoop() {
    while (!loop.isEmpty()) {
      loop.poll().run();
    }
  }

  /** A session that has so many commands left. */
  private void receive(String session, int commands) {
    for (int left = commands; left > 0; left--) {
      if (!share.hasRoom()) {
        int rest = left;
        share.await(() -> receive(session, rest));
        return;
      }
      share.taken();
      received.add(session);
    }
  }

  @Test
  void whatIsAboveTheShareWaitsForHalfOfIt() {
    receive("a", 7);
    receive("b", 2);
    assertThat(received).containsExactly("a", "a", "a", "a");
    share.answered();
    assertThat(loop).isEmpty();
    share.answered();
    assertThat(received).hasSize(4);
    runLoop();
    assertThat(received).containsExactly("a", "a", "a", "a", "a", "a");
    assertThat(share.isNext()).isFalse();
    share.answered();
    share.answered();
    share.answered();
    share.answered();
    runLoop();
    // The one that had its turn is behind the other.
    assertThat(received.subList(6, received.size())).containsExactly("b", "b", "a");
    assertThat(share.isNext()).isTrue();
  }

  @Test
  void whoFailsAtItsTurnKeepsNobodyFromTheirs() {
    receive("a", 4);
    share.await(
        () -> {
          throw new IllegalStateException("a bug");
        });
    share.await(() -> received.add("b"));
    try (LoggedFaults faults = new LoggedFaults()) {
      share.answered();
      share.answered();
      runLoop();
      assertThat(received).endsWith("b");
      assertThat(faults.causes()).singleElement().asString().contains("a bug");
    }
  }

  @Test
  void withoutALimitNobodyWaits() {
    KeyShare any = new KeyShare(0, loop::add);
    for (int i = 0; i < 100_000; i++) {
      any.taken();
    }
    assertThat(any.isNext()).isTrue();
  }
}
