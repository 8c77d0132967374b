package dev.tandem.cluster.door;

import dev.tandem.cluster.ClusterIngress;
import dev.tandem.cluster.NodeStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The figures of a node as meters {@code tandem.cluster.…}, those of {@code cluster status}. */
record NodeMeters(Supplier<NodeStatus> status, ClusterIngress ingress) implements MeterBinder {

  private static final String PREFIX = "tandem.cluster.";

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "leader", null, "1 if the node is the leader", s -> s.isLeader() ? 1 : 0);
    gauge(registry, "term", null, "Term of leadership that the replica is in", NodeStatus::term);
    gauge(registry, "committed", "bytes", "Log on a majority", NodeStatus::commitPosition);
    gauge(registry, "lag", "bytes", "Committed, and not applied here", NodeStatus::lag);
    gauge(registry, "command", null, "Number of the last command", NodeStatus::lastCommand);
    gauge(
        registry,
        "agreed.command",
        null,
        "Last command at which another node had the same hashes; -1: none",
        NodeStatus::agreedCommand);
    gauge(
        registry,
        "snapshot.time",
        "seconds",
        "When the newest snapshot was taken, since 1970; 0: none",
        s -> s.snapshotTimeNs() / 1e9);
    gauge(
        registry,
        "snapshot.took",
        "seconds",
        "How long the last snapshot stopped the replica",
        s -> s.snapshotTookNs() / 1e9);
    gauge(registry, "disk", "bytes", "What the directory takes", NodeStatus::diskBytes);
    gauge(registry, "disk.free", "bytes", "Left where the directory is", NodeStatus::freeBytes);
    counter(registry, "repeats", "Commands dropped as taken before", NodeStatus::repeats);
    counter(registry, "refused", "Messages that were no next command", NodeStatus::refused);
    Gauge.builder(PREFIX + "unanswered", ingress, ClusterIngress::unanswered)
        .baseUnit("commands")
        .description("Commands of this gateway that are not answered")
        .register(registry);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String unit,
      String description,
      ToDoubleFunction<NodeStatus> figure) {
    Gauge.builder(PREFIX + name, status, s -> figure.applyAsDouble(s.get()))
        .baseUnit(unit)
        .description(description)
        .strongReference(true)
        .register(registry);
  }

  private void counter(
      MeterRegistry registry,
      String name,
      String description,
      ToDoubleFunction<NodeStatus> figure) {
    // The supplier is held by the gauges.
    FunctionCounter.builder(PREFIX + name, status, s -> figure.applyAsDouble(s.get()))
        .baseUnit("commands")
        .description(description)
        .register(registry);
  }
}
