/**
 * A simulation: a discrete-event model of the pipeline, for cores that the measuring machine does
 * not have. What it assumes is said by {@link dev.tandem.jmh.model.PipelineModel}, printed beside
 * its figures, and held against measurement where both exist.
 */
package dev.tandem.jmh.model;
