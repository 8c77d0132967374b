/**
 * Processors of a ring: Tandem's, in Java and in C++, beside the Disruptor's own, on the
 * Disruptor's own shapes.
 *
 * <p>Uses {@code harness}, and of other modules {@code core} and {@code hash}.
 */
package dev.tandem.jmh.pipeline;
