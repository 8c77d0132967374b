package dev.tandem.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.LoggedFaults;
import dev.tandem.gateway.metrics.GatewayCounts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A fault of the gateway is logged, and is called its own: it is neither the client's nor a stop.
 */
class RequestFaultsTest {

  private final LoggedFaults faults = new LoggedFaults();
  private final List<Throwable> logged = faults.causes();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private EmbeddedChannel channel;

  @BeforeEach
  void start() {
    Routes routes =
        new Routes(
            List.of(
                Route.of(
                    HttpMethod.GET,
                    "/IllegalState",
                    r -> {
                      throw new IllegalStateException("a bug");
                    }),
                Route.of(
                    HttpMethod.GET,
                    "/IllegalArgument",
                    r -> {
                      throw new IllegalArgumentException("a bug");
                    }),
                Route.of(
                    HttpMethod.GET,
                    "/NullPointer",
                    r -> {
                      throw new NullPointerException("a bug");
                    }),
                Route.of(
                    HttpMethod.GET,
                    "/later",
                    r ->
                        r.later(
                            () -> {
                              throw new IllegalStateException("a bug");
                            })),
                Route.of(
                    HttpMethod.GET,
                    "/answered",
                    r -> {
                      r.answer(200, to -> {});
                      throw new IllegalStateException("a bug");
                    }),
                Route.of(
                    HttpMethod.GET,
                    "/error",
                    r -> {
                      throw new AssertionError("a bug");
                    }),
                Route.of(
                    HttpMethod.GET,
                    "/laterError",
                    r ->
                        r.later(
                            () -> {
                              throw new AssertionError("a bug");
                            })),
                Route.of(HttpMethod.GET, "/well", r -> r.answer(200, to -> {}))),
            null,
            null,
            true,
            null,
            Map.of());
    Connections all =
        new Connections(
            new HttpLimits(
                10, 1_024, Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1)),
            new GatewayCounts(meters));
    RequestDecoder decoder = new RequestDecoder(new HttpDecoderConfig());
    ResponseEncoder encoder = new ResponseEncoder();
    Connection connection = new Connection(all, decoder, null);
    channel =
        new EmbeddedChannel(
            connection,
            encoder,
            decoder,
            new WholeRequests(1_024),
            new HttpConnection(connection, encoder, all, routes, null));
  }

  @AfterEach
  void stop() {
    faults.close();
    channel.finishAndReleaseAll();
  }

  private String get(String path) {
    channel.writeInbound(
        Unpooled.copiedBuffer(
            "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n", StandardCharsets.US_ASCII));
    channel.runPendingTasks();
    StringBuilder all = new StringBuilder();
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      all.append(out.toString(StandardCharsets.US_ASCII));
      out.release();
    }
    return all.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"IllegalState", "IllegalArgument", "NullPointer", "later"})
  void aFaultOfAHandlerIsOurs(String kind) {
    assertThat(get("/" + kind))
        .startsWith("HTTP/1.1 500")
        .contains("\"code\":\"INTERNAL_ERROR\"")
        .doesNotContain("a bug");
    assertThat(logged).hasSize(1);
    assertThat(logged.get(0)).hasMessage("a bug").hasStackTraceContaining("RequestFaultsTest");
    assertThat(get("/well")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"laterError", "error"})
  void anErrorEndsTheConnection(String path) {
    assertThat(get("/" + path)).isEmpty();
    assertEnded();
  }

  /** A second answer would be taken for that of the next request. */
  @Test
  void aFaultBehindAnAnswerEndsTheConnection() {
    assertThat(get("/answered")).startsWith("HTTP/1.1 200").doesNotContain("INTERNAL_ERROR");
    assertEnded();
  }

  private void assertEnded() {
    assertThat(logged).hasSize(1);
    assertThat(channel.isOpen()).isFalse();
    assertThat(
            meters.get("tandem.gateway.closed").tag("reason", "internal_error").counter().count())
        .isEqualTo(1);
  }

  @Test
  void anAddressThatCannotBeReadIsTheClients() {
    assertThat(get("/well%zz")).startsWith("HTTP/1.1 400").contains("malformed address");
    assertThat(get("/well?%")).startsWith("HTTP/1.1 400").contains("malformed address");
    assertThat(logged).isEmpty();
  }
}
