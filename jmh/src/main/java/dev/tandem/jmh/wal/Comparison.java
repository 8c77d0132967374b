package dev.tandem.jmh.wal;

import dev.tandem.doctor.FitnessReport;
import java.util.List;

/**
 * One run of the comparison.
 *
 * @param fitness of the machine in the measured rounds
 * @param samples of all rounds, in the order they were taken
 */
record Comparison(FitnessReport fitness, List<Sample> samples) {}
