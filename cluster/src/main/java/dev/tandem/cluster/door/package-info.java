/**
 * A node of a cluster that clients reach by network: its gateway sends their commands into the log,
 * and answers, shows and reports what the node's own replica has applied.
 *
 * <p>Uses {@code dev.tandem.cluster}, and of other modules {@code core} and {@code gateway}.
 */
package dev.tandem.cluster.door;
