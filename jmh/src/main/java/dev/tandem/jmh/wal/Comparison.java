package dev.tandem.jmh.wal;

import dev.tandem.jmh.compare.Machine;
import java.util.List;

/**
 * One run of the comparison, as its JSON file holds it.
 *
 * @param environment of the measured rounds
 * @param samples of all rounds, in the order they were taken
 */
record Comparison(Machine.Environment environment, List<Sample> samples) {}
