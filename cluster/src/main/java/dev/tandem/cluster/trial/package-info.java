/**
 * A trial of a whole cluster on this machine: {@link dev.tandem.cluster.trial.Trial} starts nodes
 * as processes, has each send the commands of a generated market, kills leaders, and checks
 * afterwards what became of each command.
 *
 * <p>Uses {@code dev.tandem.cluster}, and of other modules {@code core}.
 */
package dev.tandem.cluster.trial;
