package dev.tandem.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.statemachine.Admission;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The windows that {@link Admission} keeps, against sets that forget nothing. */
class ClientWindowTest {

  private static final int STEPS = 300_000;

  private final Admission admission = new Admission(() -> 1);

  /** All that a client ever sent. */
  private static final class Naive {
    final Set<Long> seen = new HashSet<>();
    long highest;

    ResultCode see(long sequence) {
      if (seen.isEmpty() || sequence > highest) {
        highest = sequence;
      } else if (highest >= Long.MIN_VALUE + 255 && sequence < highest - 255) {
        // Where the window begins below the smallest long, nothing is below it.
        return ResultCode.STALE_COMMAND;
      }
      return seen.add(sequence) ? ResultCode.PENDING : ResultCode.DUPLICATE_COMMAND;
    }
  }

  private ResultCode send(long client, long sequence) {
    Command c = new Command();
    Commands.from(c, client, sequence);
    admission.admit(c, 0);
    return ResultCode.of(c.result);
  }

  /** Where a client's sequences begin: also where differences leave 63 bits. */
  private static long start(int client) {
    return switch (client % 4) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> -500;
      case 2 -> Long.MAX_VALUE - 3_000;
      default -> 1;
    };
  }

  @Test
  void isASetThatForgetsWhatIsTooOld() {
    Random random = new Random(3);
    Map<Integer, Naive> clients = new HashMap<>();
    Map<ResultCode, Integer> met = new HashMap<>();
    for (int i = 0; i < STEPS; i++) {
      int client = 1 + random.nextInt(i < STEPS / 2 ? 8 : 120);
      Naive naive = clients.computeIfAbsent(client, key -> new Naive());
      long from = naive.seen.isEmpty() ? start(client) : naive.highest;
      long sequence =
          switch (random.nextInt(400)) {
            case 0 -> from + 250 + random.nextInt(20);
            case 1 -> from - Long.MAX_VALUE + random.nextInt(3);
            case 2 -> Long.MIN_VALUE + random.nextInt(3);
            case 3 -> random.nextInt(50) == 0 ? from + random.nextLong(1L << 62) : from;
            default -> from + 8 - random.nextInt(random.nextInt(4) == 0 ? 280 : 12);
          };
      ResultCode expected = naive.see(sequence);
      assertThat(send(client, sequence))
          .as("step %d, client %d, %d below %d", i, client, sequence, naive.highest)
          .isEqualTo(expected);
      met.merge(expected, 1, Integer::sum);
    }
    assertThat(met.values()).hasSize(3).allMatch(times -> times > STEPS / 300);
  }

  @Test
  void theDistanceOfTheEndsOfAllLongsIsNoOverflow() {
    assertThat(send(1, Long.MIN_VALUE)).isEqualTo(ResultCode.PENDING);
    assertThat(send(1, Long.MIN_VALUE)).isEqualTo(ResultCode.DUPLICATE_COMMAND);
    assertThat(send(1, Long.MAX_VALUE)).isEqualTo(ResultCode.PENDING);
    assertThat(send(1, Long.MIN_VALUE)).isEqualTo(ResultCode.STALE_COMMAND);
    assertThat(send(1, Long.MAX_VALUE - 256)).isEqualTo(ResultCode.STALE_COMMAND);
    assertThat(send(1, Long.MAX_VALUE - 255)).isEqualTo(ResultCode.PENDING);
    assertThat(send(1, Long.MAX_VALUE - 255)).isEqualTo(ResultCode.DUPLICATE_COMMAND);
    assertThat(send(1, Long.MAX_VALUE)).isEqualTo(ResultCode.DUPLICATE_COMMAND);
  }
}
