/**
 * Processors of a ring: Tandem's beside the Disruptor's own, on the Disruptor's own shapes.
 *
 * <p>Uses no other room, and of other modules {@code core}.
 */
package dev.tandem.jmh.pipeline;
