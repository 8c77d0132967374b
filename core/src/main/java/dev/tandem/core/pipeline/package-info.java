/**
 * Threads and sequences: everything between a ring of events and the handlers that work on them,
 * and nothing about what the events mean.
 *
 * <p>The processors run on the public interfaces of the LMAX Disruptor and may be mixed with its
 * own. What they add: stages that publish their progress before the batch ends, a pair of stages on
 * one thread that share state without a lock ({@link
 * dev.tandem.core.pipeline.TwoStepMasterProcessor}, {@link
 * dev.tandem.core.pipeline.TwoStepSlaveProcessor}), waiting that never blocks on an exception, and
 * one failure that ends everything ({@link dev.tandem.core.pipeline.Poison}).
 *
 * <p>What the kernel itself does not use is there for the Disruptor's contract: a processor and a
 * set of them run again after a halt, an exception handler may let a processor continue behind a
 * failed event, and a halt alerts the barrier. {@code ProcessorContractTest} holds the Disruptor's
 * processor and these to it.
 *
 * <p>Uses {@code api}. It knows the settings of waiting and publishing.
 */
package dev.tandem.core.pipeline;
