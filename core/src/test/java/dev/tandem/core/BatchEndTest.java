package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.event.ResultHandler;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who waits for answers is told when there are no more, whatever the topology. */
@Timeout(300)
class BatchEndTest {

  private static final int COMMANDS = 5_000;

  @TempDir private Path directory;

  /** Counts; on the results thread until the exchange is closed. */
  private static final class Counting implements ResultHandler {
    int answers;
    int unreported;
    int ends;

    @Override
    public void onResult(Command command) {
      answers++;
      unreported++;
    }

    @Override
    public void onBatchEnd() {
      unreported = 0;
      ends++;
    }
  }

  static Stream<Arguments> kernels() {
    return Stream.of(Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2))
        .flatMap(t -> Stream.of(Arguments.of(t, false), Arguments.of(t, true)));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void noAnswerIsLeftUnreported(Topology topology, boolean logged) {
    Counting counting = new Counting();
    ExchangeBuilder builder = Exchange.builder().topology(topology).resultHandler(counting);
    if (logged) {
      builder.journal(JournalOptions.in(directory).segmentBytes(1 << 20));
    }
    try (Exchange exchange = builder.start()) {
      for (int user = 1; user <= COMMANDS; user++) {
        exchange.publisher().addUser(user);
      }
    }
    assertThat(counting.answers).isGreaterThanOrEqualTo(COMMANDS);
    assertThat(counting.unreported).isZero();
    assertThat(counting.ends).isBetween(1, counting.answers);
  }
}
