/**
 * The kernels: the ring, and who works on it. {@link dev.tandem.core.topology.FusedKernel} runs the
 * state machine on one thread, {@link dev.tandem.core.topology.PipelinedKernel} gives each stage
 * one.
 *
 * <p>Uses {@code machine} and {@code pipeline}.
 */
package dev.tandem.core.topology;
