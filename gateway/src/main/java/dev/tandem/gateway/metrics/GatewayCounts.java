package dev.tandem.gateway.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/** What the gateway counts of itself, as meters {@code tandem.gateway.…}. On any event loop. */
public final class GatewayCounts {

  /** Above all that HTTP has. */
  private static final int STATUSES = 600;

  private final MeterRegistry registry;
  private final Map<String, Counter> refused = new ConcurrentHashMap<>();
  private final Map<String, Counter> closed = new ConcurrentHashMap<>();
  private final Map<String, Counter> cancelled = new ConcurrentHashMap<>();
  private final Map<String, Counter> notCancelled = new ConcurrentHashMap<>();
  private final Map<String, Counter> resumed = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<Counter> statuses = new AtomicReferenceArray<>(STATUSES);
  private final Counter unreported;
  private final Counter conflated;
  private final Counter messages;
  private final Counter binaryMessages;

  /** Registers all meters of a gateway with this registry. */
  public GatewayCounts(MeterRegistry registry) {
    this.registry = registry;
    unreported =
        Counter.builder("tandem.gateway.closed.unreported")
            .description("Connections above a limit that were closed without a word")
            .register(registry);
    conflated =
        Counter.builder("tandem.gateway.websocket.conflated")
            .description("Snapshots in place of changes that a slow subscriber missed")
            .register(registry);
    messages =
        Counter.builder("tandem.gateway.websocket.messages")
            .description("Messages of market data and executions that were sent")
            .register(registry);
    binaryMessages =
        Counter.builder("tandem.gateway.binary.messages")
            .description("Reports and fills of the binary protocol that were sent unasked")
            .register(registry);
  }

  /** A request or message was refused by the gateway itself. */
  public void refused(String reason) {
    GatewayFlightEvents.refused(reason);
    refused
        .computeIfAbsent(
            reason,
            r ->
                Counter.builder("tandem.gateway.refused")
                    .description("Refused by the gateway, before the kernel")
                    .tag("reason", r)
                    .register(registry))
        .increment();
  }

  /** A connection was closed by the gateway. */
  public void closed(String reason) {
    GatewayFlightEvents.ended(reason);
    closed
        .computeIfAbsent(
            reason,
            r ->
                Counter.builder("tandem.gateway.closed")
                    .description("Connections that the gateway closed")
                    .tag("reason", r)
                    .register(registry))
        .increment();
  }

  /** A connection above a limit was closed without a word. */
  public void unreported() {
    unreported.increment();
  }

  /** Orders were cancelled together. */
  public void cancelled(String reason, int orders) {
    cancelled
        .computeIfAbsent(
            reason,
            r ->
                Counter.builder("tandem.gateway.cancelled")
                    .description("Orders that were cancelled together")
                    .tag("reason", r)
                    .register(registry))
        .increment(orders);
  }

  /** Orders were to be cancelled together, and were not: they may be live still. */
  public void notCancelled(String reason, int orders) {
    notCancelled
        .computeIfAbsent(
            reason,
            r ->
                Counter.builder("tandem.gateway.not.cancelled")
                    .description("Orders that were to be cancelled together, and were not")
                    .tag("reason", r)
                    .register(registry))
        .increment(orders);
  }

  /** A response of HTTP was sent. */
  public void responded(int status) {
    // Each response comes here: what it is counted by is found at once.
    Counter counter = statuses.get(status);
    if (counter == null) {
      // Where two threads are the first, both get the counter of the registry.
      counter =
          Counter.builder("tandem.gateway.responses")
              .description("Responses of HTTP by status")
              .tag("status", Integer.toString(status))
              .register(registry);
      statuses.set(status, counter);
    }
    counter.increment();
  }

  /** A session came back for a user's reports. */
  public void resumed(String outcome) {
    resumed
        .computeIfAbsent(
            outcome,
            o ->
                Counter.builder("tandem.gateway.reports.resumed")
                    .description("Sessions that came back for a user's reports")
                    .tag("outcome", o)
                    .register(registry))
        .increment();
  }

  /** A slow subscriber got a snapshot in place of what it missed. */
  public void conflated() {
    conflated.increment();
  }

  /** A message of a stream was sent. */
  public void sent() {
    messages.increment();
  }

  /** Messages of a stream were sent together. */
  public void sent(int count) {
    messages.increment(count);
  }

  /** A report or fill of the binary protocol was sent, other than as an answer to a command. */
  public void sentBinary() {
    binaryMessages.increment();
  }

  /** Publishes a figure that is kept elsewhere. */
  public void gauge(String name, String description, Supplier<Number> figure) {
    Gauge.builder("tandem.gateway." + name, figure)
        .description(description)
        .strongReference(true)
        .register(registry);
  }
}
