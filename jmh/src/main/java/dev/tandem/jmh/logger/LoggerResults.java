package dev.tandem.jmh.logger;

import dev.tandem.jmh.compare.Machine;
import java.util.List;
import java.util.Map;

/**
 * One run of the comparison, as its JSON file holds it.
 *
 * @param systems how each was configured
 * @param messageBytes of every record
 * @param restMillis between the opening and the first call of each run
 * @param environment of the measured rounds
 * @param samples of all of them, in the order they were taken
 */
record LoggerResults(
    Map<LoggerSystem, String> systems,
    int messageBytes,
    long restMillis,
    Machine.Environment environment,
    List<LoggerSample> samples) {}
