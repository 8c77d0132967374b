package dev.tandem.cluster;

import dev.tandem.core.Replica;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Nodes of which a part is broken on purpose: a check that finds nothing then finds nothing ever.
 */
public final class BrokenNode {

  private BrokenNode() {}

  /** A node that takes whatever comes from an incarnation, as often as it comes. */
  public static ClusterNode withoutDedupe(ClusterConfig config, ReplicaListener listener)
      throws IOException {
    GatewayTable open =
        new GatewayTable() {
          @Override
          Verdict take(int gateway, long incarnation, long number) {
            super.take(gateway, incarnation, number);
            return Verdict.NEXT;
          }
        };
    return ClusterNode.start(
        config,
        0,
        (counters, failure) -> new ReplicaService(config, 0, open, listener, counters, failure),
        e -> {});
  }

  /** A node that rounds amounts down to tens. */
  public static ClusterNode thatRounds(ClusterConfig config, int node, ReplicaListener listener)
      throws IOException {
    return ClusterNode.start(
        config,
        node,
        (counters, failure) ->
            new ReplicaService(config, node, new GatewayTable(), listener, counters, failure) {
              private final Command command = new Command();

              @Override
              void apply(Replica to, MemorySegment bytes, long timestamp) {
                CommandCodec.decode(bytes, command);
                command.amount -= command.amount % 10;
                CommandCodec.encode(command, bytes);
                super.apply(to, bytes, timestamp);
              }
            },
        e -> {});
  }
}
