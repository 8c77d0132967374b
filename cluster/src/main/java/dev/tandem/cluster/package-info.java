/**
 * The exchange on the nodes of Aeron Cluster, which brings order, time and durability: {@link
 * dev.tandem.cluster.ClusterNode} runs a node with a replica of the exchange, and {@link
 * dev.tandem.cluster.ClusterIngress} sends commands into the log; the answers come from the node's
 * own replica.
 *
 * <p>Uses no other room, and of other modules {@code core}, {@code hash} and {@code wal}.
 */
package dev.tandem.cluster;
