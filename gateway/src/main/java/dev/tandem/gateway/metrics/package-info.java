/**
 * What a gateway counts of itself, and what Flight Recorder is told of it.
 *
 * <p>Uses no other room, and of other modules {@code core}.
 */
package dev.tandem.gateway.metrics;
