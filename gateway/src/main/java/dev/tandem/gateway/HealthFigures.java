package dev.tandem.gateway;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.gateway.bridge.Engine;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.metrics.RecentTimes;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** What the gateway says of its health, by request and on its page. On the event loop. */
final class HealthFigures implements JsonText.Writer {

  private static final long LATENCY_AGE_NS = 100_000_000;

  private final Engine engine;
  private final OrderDesk desk;
  private final IntSupplier connections;
  private final IntSupplier sessions;
  private final BooleanSupplier sound;
  private String latency;
  private long latencyNs;

  HealthFigures(
      Engine engine,
      OrderDesk desk,
      IntSupplier connections,
      IntSupplier sessions,
      BooleanSupplier sound) {
    this.engine = engine;
    this.desk = desk;
    this.connections = connections;
    this.sessions = sessions;
    this.sound = sound;
  }

  @Override
  public void write(JsonGenerator to) throws IOException {
    to.writeNumberField("commands", engine.answered());
    to.writeNumberField("trades", engine.trades());
    to.writeNumberField("waiting", engine.waiting());
    to.writeNumberField("connections", connections.getAsInt());
    to.writeNumberField("sessions", sessions.getAsInt());
    to.writeFieldName("latencyMicros");
    to.writeRawValue(latencyNow());
    to.writeBooleanField("sound", sound.getAsBoolean());
    engine.writeHealth(to);
  }

  /**
   * The percentiles as JSON, not older than a tenth of a second: to take them costs as much as
   * orders, and to find the words of their fractions more than the rest of an answer.
   */
  private String latencyNow() {
    long now = System.nanoTime();
    if (latency == null || now - latencyNs > LATENCY_AGE_NS) {
      Histogram lately = desk.latency().lately(now);
      latency =
          RecentTimes.PERCENTILES.stream()
              .map(percent -> percentile(percent, lately))
              .collect(Collectors.joining(",", "{", "}"));
      latencyNs = now;
    }
    return latency;
  }

  private static String percentile(double percent, Histogram nanos) {
    return "\"p"
        + Double.toString(percent).replaceFirst("\\.0$", "")
        + "\":"
        + Math.round(nanos.getValueAtPercentile(percent) / 100.0) / 10.0;
  }
}
