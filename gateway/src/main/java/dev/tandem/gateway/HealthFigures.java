package dev.tandem.gateway;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeMetrics;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.metrics.RecentTimes;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.HdrHistogram.Histogram;

/** What the gateway says of its health, to who asks and to its page. On the event loop. */
final class HealthFigures implements JsonText.Writer {

  private static final long LATENCY_AGE_NS = 100_000_000;

  private final Exchange exchange;
  private final OrderDesk desk;
  private final IntSupplier connections;
  private final IntSupplier sessions;
  private final BooleanSupplier sound;
  private List<Percentile> latency = List.of();
  private long latencyNs;

  /**
   * A figure in words: to find those of a fraction anew for each answer costs more than the rest.
   */
  private record Percentile(String name, String micros) {
    static Percentile of(double percent, Histogram nanos) {
      return new Percentile(
          "p" + Double.toString(percent).replaceFirst("\\.0$", ""),
          Double.toString(Math.round(nanos.getValueAtPercentile(percent) / 100.0) / 10.0));
    }
  }

  HealthFigures(
      Exchange exchange,
      OrderDesk desk,
      IntSupplier connections,
      IntSupplier sessions,
      BooleanSupplier sound) {
    this.exchange = exchange;
    this.desk = desk;
    this.connections = connections;
    this.sessions = sessions;
    this.sound = sound;
  }

  @Override
  public void write(JsonGenerator to) throws IOException {
    ExchangeMetrics metrics = exchange.metrics();
    to.writeNumberField("commands", metrics.answered());
    to.writeNumberField("trades", metrics.trades());
    to.writeNumberField("waiting", metrics.waiting());
    to.writeNumberField("connections", connections.getAsInt());
    to.writeNumberField("sessions", sessions.getAsInt());
    to.writeObjectFieldStart("latencyMicros");
    for (Percentile percentile : latencyNow()) {
      to.writeFieldName(percentile.name);
      to.writeNumber(percentile.micros);
    }
    to.writeEndObject();
    to.writeBooleanField("sound", sound.getAsBoolean());
  }

  /** The percentiles, not older than a tenth of a second: to take them costs as much as orders. */
  private List<Percentile> latencyNow() {
    long now = System.nanoTime();
    if (latency.isEmpty() || now - latencyNs > LATENCY_AGE_NS) {
      Histogram lately = desk.latency().lately(now);
      latency = RecentTimes.PERCENTILES.stream().map(p -> Percentile.of(p, lately)).toList();
      latencyNs = now;
    }
    return latency;
  }
}
