/**
 * The state machine and what drives it. {@link dev.tandem.core.topology.Stages} is the whole kernel
 * without a thread: hold, match and settle of one command after the other are the definition of
 * what comes out. {@link dev.tandem.core.topology.FusedKernel} runs it on one thread, {@link
 * dev.tandem.core.topology.PipelinedKernel} gives each stage one, {@link
 * dev.tandem.core.topology.SerialDriver} has no ring and is for recovery.
 */
package dev.tandem.core.topology;
