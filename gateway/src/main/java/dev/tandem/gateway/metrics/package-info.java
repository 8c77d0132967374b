/**
 * A gateway's counts of itself, and its events for Flight Recorder.
 *
 * <p>Uses no other room, and of other modules {@code core}.
 */
package dev.tandem.gateway.metrics;
