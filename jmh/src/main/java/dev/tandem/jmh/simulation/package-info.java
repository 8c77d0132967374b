/**
 * A discrete-event simulation: a model of the pipeline, for cores that the measuring machine does
 * not have. What it assumes is said by {@link dev.tandem.jmh.simulation.PipelineModel}, printed
 * beside its figures, and held against measurement where both exist.
 *
 * <p>Uses {@code exchange}, {@code harness} and {@code report}, and of other modules {@code core}
 * and {@code doctor}.
 */
package dev.tandem.jmh.simulation;
