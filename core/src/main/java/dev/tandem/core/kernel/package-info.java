/**
 * The kernels: the ring, and who works on it. {@link dev.tandem.core.kernel.FusedKernel} runs the
 * state machine on one thread, {@link dev.tandem.core.kernel.PipelinedKernel} gives each stage one.
 *
 * <p>Uses {@code api}, {@code command}, {@code ingress}, {@code pipeline} and {@code statemachine}.
 */
package dev.tandem.core.kernel;
