package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Side;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What Flight Recorder is told of a gateway. */
@Timeout(300)
class FlightTest {

  private static final List<String> EVENTS =
      List.of(
          "GatewayStatistics",
          "GatewayAnswers",
          "GatewayRefusal",
          "GatewayEnd",
          "GatewaySession",
          "GatewayBatch",
          "GatewayStage");

  private final LinkedBlockingQueue<RecordedEvent> reported = new LinkedBlockingQueue<>();

  private RecordedEvent next(String name, String field, Object value) throws InterruptedException {
    while (true) {
      RecordedEvent event = reported.poll(120, TimeUnit.SECONDS);
      assertThat(event).as(name).isNotNull();
      if (event.getEventType().getName().equals("dev.tandem." + name)
          && value.equals(event.getValue(field))) {
        return event;
      }
    }
  }

  /** Not one of a real visit, which may be long, too, on a busy machine. */
  private RecordedEvent nextBatch() throws InterruptedException {
    RecordedEvent event;
    do {
      event = reported.poll(120, TimeUnit.SECONDS);
      assertThat(event).as("GatewayBatch").isNotNull();
    } while (!event.getEventType().getName().equals("dev.tandem.GatewayBatch")
        || event.getInt("answers") < 6);
    return event;
  }

  @Test
  void whatHappensIsRecorded(@TempDir Path directory) throws Exception {
    try (RecordingStream recorder = new RecordingStream();
        Gateway gateway =
            Gateway.start(
                GatewaySettings.in(directory)
                    .port(0)
                    .segmentBytes(1 << 20)
                    .stageMetrics(true)
                    .build())) {
      CountDownLatch began = new CountDownLatch(1);
      for (String event : EVENTS) {
        recorder.enable("dev.tandem." + event).with("period", "100 ms");
        recorder.onEvent("dev.tandem." + event, reported::add);
      }
      recorder.setReuse(false);
      recorder.setOrdered(true);
      recorder.onFlush(began::countDown);
      recorder.setMaxAge(Duration.ofMinutes(2));
      recorder.startAsync();
      assertThat(began.await(120, TimeUnit.SECONDS)).isTrue();
      String key = gateway.adminToken().orElseThrow();
      new Client(gateway, key).prepare();
      try (BinaryClient client = new BinaryClient(gateway).logon(key, 7, 0)) {
        client.place(1, 1, 1, Side.SELL, 30, 5).report(1);
        client.place(0, 1, 1, Side.SELL, 30, 5).reject(0, Code.BAD_REQUEST);
        assertThat(next("GatewaySession", "opened", true).getInt("session")).isEqualTo(7);
        next("GatewayRefusal", "reason", "bad_request");
        RecordedEvent figures = next("GatewayStatistics", "openOrders", 1L);
        assertThat(figures.getLong("binary")).isEqualTo(1);
        assertThat(next("GatewayStage", "stage", "matching-0").getDuration("highest")).isPositive();
        assertThat(next("GatewayAnswers", "code", "OK").getLong("count")).isPositive();
        client.send(new byte[] {-1, -1, 2, 0, -13, 28, 1, 0}, 8).ended(Code.BAD_REQUEST);
      }
      next("GatewayEnd", "reason", "oversized_message");
      assertThat(next("GatewaySession", "opened", false).getString("protocol")).isEqualTo("binary");
      // One that took less is not told.
      GatewayFlightEvents.visited(System.nanoTime() + 60_000_000_000L, 6);
      GatewayFlightEvents.visited(System.nanoTime() - 5_000_000, 7);
      RecordedEvent batch = nextBatch();
      assertThat(batch.getInt("answers")).isEqualTo(7);
      assertThat(batch.getDuration("took")).isGreaterThanOrEqualTo(Duration.ofMillis(5));
    }
  }
}
