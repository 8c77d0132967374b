package dev.tandem.cluster;

import java.io.IOException;

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
    return ClusterNode.start(config, 0, open, listener, e -> {});
  }
}
