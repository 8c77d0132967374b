package dev.tandem.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler that throws ends the process, and says why: it never hangs. */
class FailureTest {

  private static final int FAILS_AT = 500;
  private static final long DEADLINE_SECONDS = 300;

  /** The process that fails: its kernel threads are no daemons, its ring is small. */
  static final class Victim {

    private Victim() {}

    /** Submits until the handler has thrown. */
    public static void main(String[] args) {
      Topology topology = args[0].equals("fused") ? Topology.fused() : Topology.pipelined(1, 1);
      try (Exchange exchange =
          Exchange.builder()
              .topology(topology)
              .risk(false)
              .ringSize(64)
              .resultHandler(
                  c -> {
                    if (c.sequence == FAILS_AT) {
                      throw new IllegalStateException("the handler's own fault");
                    }
                  })
              .start()) {
        exchange.publisher().addSymbol(SymbolSpec.of(1, 1, 2));
        for (long id = 1; ; id++) {
          exchange.publisher().place(1, 1, id, Side.BUY, TimeInForce.GTC, 10, 1);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fused", "pipelined"})
  void theProcessEndsWithTheCause(String topology) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                topology)
            .redirectErrorStream(true)
            .start();
    boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(ended).as("ended by itself: %s", output).isTrue();
    assertThat(process.exitValue()).isNotZero();
    assertThat(output).contains("the handler's own fault").contains("ExchangeFailedException");
  }
}
