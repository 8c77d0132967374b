/**
 * Images of the state beside the log: {@link dev.tandem.core.snapshot.Snapshots} writes, finds and
 * removes them, and each says which log it belongs to and how far it had come ({@link
 * dev.tandem.core.api.LogPosition}).
 *
 * <p>The way of a snapshot: {@code SnapshotTimer} of {@code dev.tandem.core} decides when one is
 * due, {@code journal} has it taken and deletes old ones, {@code statemachine.SnapshotQuery} visits
 * the stages, whose copies ({@code RiskCopy}, {@code MatchingCopy}) {@code StateCopy} makes into a
 * {@code state.StateImage}, and {@code SnapshotFile} of this room writes that. Back it goes by
 * {@code statemachine.StateRestore}.
 *
 * <p>Uses {@code api}, {@code state} and {@code statemachine}, and of other modules {@code hash}
 * and {@code wal}. Of {@code wal} it needs how a directory is made durable, and for its owner
 * alone.
 */
package dev.tandem.core.snapshot;
