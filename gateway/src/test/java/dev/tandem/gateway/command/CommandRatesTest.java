package dev.tandem.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.access.Role;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Commands a second, by a clock of the test. */
class CommandRatesTest {

  private static final long SECOND = 1_000_000_000L;

  /** Buckets are made by the clock of the machine; ours is far ahead of it. */
  private final long now = System.nanoTime() + 1_000 * SECOND;

  private static CommandRates.OfKey key(CommandRates rates, int number) {
    return rates.of(ApiKey.make("k" + number, number, Role.TRADE, Set.of()).key());
  }

  @Test
  void eachLimitHasACode() {
    CommandRates rates = new CommandRates(new CommandRates.Limits(6, 4, 3, 0), 0, Runnable::run);
    CommandRates.OfKey key = key(rates, 1);
    for (int i = 0; i < 3; i++) {
      assertThat(key.take(0, 100, now)).isNull();
    }
    assertThat(key.take(0, 100, now)).isEqualTo(Refusal.USER_RATE_LIMITED);
    // Another key cannot send more for the user.
    assertThat(key(rates, 2).take(0, 100, now)).isEqualTo(Refusal.USER_RATE_LIMITED);
    assertThat(key.take(0, 200, now)).isNull();
    assertThat(key.take(0, 200, now)).isEqualTo(Refusal.SESSION_RATE_LIMITED);
    assertThat(key.take(0, now)).isEqualTo(Refusal.SESSION_RATE_LIMITED);
    assertThat(key.take(1, 200, now)).isNull();
    assertThat(key.take(1, now)).isNull();
    assertThat(key.take(1, 300, now)).isEqualTo(Refusal.RATE_LIMITED);
    assertThat(key.take(2, now)).isEqualTo(Refusal.RATE_LIMITED);
    // What the key has refused was of no user and no session: each has all of its rate.
    assertThat(key(rates, 3).take(2, 300, now)).isNull();
    assertThat(key(rates, 3).take(2, 300, now)).isNull();
    assertThat(key(rates, 3).take(2, 300, now)).isNull();
    // A second later there is as much again.
    assertThat(key.take(0, 100, now + SECOND)).isNull();
  }

  @Test
  void whatIsNotLimitedIsTaken() {
    CommandRates.OfKey key =
        key(new CommandRates(new CommandRates.Limits(0, 0, 0, 0), 0, Runnable::run), 1);
    for (int i = 0; i < 10_000; i++) {
      assertThat(key.take(i % ApiKey.SESSIONS, i, now)).isNull();
    }
    assertThat(key.takeQuestion(now)).isNull();
    assertThatThrownBy(() -> new CommandRates.Limits(0, -1, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CommandRates.Limits(0, 0, 0, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void questionsAndCommandsOfAKeyAreCountedApart() {
    CommandRates rates = new CommandRates(new CommandRates.Limits(1, 0, 0, 2), 0, Runnable::run);
    CommandRates.OfKey key = key(rates, 1);
    assertThat(key.takeQuestion(now)).isNull();
    assertThat(key.takeQuestion(now)).isNull();
    assertThat(key.takeQuestion(now)).isEqualTo(Refusal.QUESTION_RATE_LIMITED);
    assertThat(key(rates, 2).takeQuestion(now)).isNull();
    assertThat(key.take(0, now)).isNull();
    assertThat(key.take(0, now)).isEqualTo(Refusal.RATE_LIMITED);
    assertThat(key.takeQuestion(now + SECOND / 2)).isNull();
    assertThat(key.takeQuestion(now + SECOND / 2)).isEqualTo(Refusal.QUESTION_RATE_LIMITED);
  }

  /** However many users are named, only those of the last second cost something. */
  @Test
  void usersAreForgotten() {
    CommandRates rates = new CommandRates(new CommandRates.Limits(0, 0, 10, 0), 0, Runnable::run);
    CommandRates.OfKey key = key(rates, 1);
    for (int user = 0; user < 100_000; user++) {
      assertThat(key.take(0, user, now + user * (SECOND / 1_000))).isNull();
      assertThat(rates.users()).isLessThanOrEqualTo(2_048);
    }
  }
}
