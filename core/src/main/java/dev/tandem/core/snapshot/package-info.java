/**
 * Images of the state beside the log: {@link dev.tandem.core.snapshot.Snapshots} writes, finds and
 * removes them, and each says which log it belongs to and how far it had come ({@link
 * dev.tandem.core.api.LogPosition}).
 *
 * <p>Uses {@code statemachine}, {@code state} and {@code api}; knows the log only by its position.
 */
package dev.tandem.core.snapshot;
