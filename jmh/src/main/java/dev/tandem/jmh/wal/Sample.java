package dev.tandem.jmh.wal;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tandem.jmh.harness.Children;
import dev.tandem.jmh.harness.CpuTicks;
import dev.tandem.jmh.harness.Lateness;
import org.HdrHistogram.Histogram;

/**
 * What one run of one workload gave.
 *
 * @param records how many records
 * @param perSecond durable records per second; for a replay, read ones
 * @param p50Us latency in µs, as the next three; 0 where it is not measured
 * @param latePercent of an open loop's records, handed to the log more than {@link Lateness#NANOS}
 *     behind their time
 * @param nanosPerRecord of a replay, else 0
 * @param stealPercent of the machine's CPU time meanwhile, taken by the host
 * @param foreignPercent of it, used by other processes and by threads of Linux itself
 * @param far whether the CPUs were far apart
 * @param error what went wrong, or null
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
record Sample(
    LogSystem system,
    Workload workload,
    int recordBytes,
    int round,
    long records,
    double perSecond,
    double p50Us,
    double p99Us,
    double p999Us,
    double maxUs,
    double latePercent,
    double nanosPerRecord,
    double stealPercent,
    double foreignPercent,
    boolean far,
    String error) {

  /** Whether the machine was left to this run. */
  boolean isQuiet() {
    return CpuTicks.isQuiet(stealPercent, foreignPercent);
  }

  static Sample of(long records, long nanos, Histogram latencies, double latePercent) {
    return new Sample(
        null,
        null,
        0,
        0,
        records,
        records * 1e9 / nanos,
        latencies.getValueAtPercentile(50) / 1e3,
        latencies.getValueAtPercentile(99) / 1e3,
        latencies.getValueAtPercentile(99.9) / 1e3,
        latencies.getMaxValue() / 1e3,
        latePercent,
        0,
        0,
        0,
        false,
        null);
  }

  static Sample ofRate(long records, long nanos) {
    return new Sample(
        null, null, 0, 0, records, records * 1e9 / nanos, 0, 0, 0, 0, 0, 0, 0, 0, false, null);
  }

  static Sample ofReplay(long records, long nanos) {
    return new Sample(
        null,
        null,
        0,
        0,
        records,
        records * 1e9 / nanos,
        0,
        0,
        0,
        0,
        0,
        (double) nanos / records,
        0,
        0,
        false,
        null);
  }

  static Sample failed(String error) {
    return new Sample(null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, error);
  }

  Sample at(Children.Turn<LogSystem> turn, Workload of, int bytes, int inRound) {
    return new Sample(
        turn.system(),
        of,
        bytes,
        inRound,
        records,
        perSecond,
        p50Us,
        p99Us,
        p999Us,
        maxUs,
        latePercent,
        nanosPerRecord,
        turn.stealPercent(),
        turn.foreignPercent(),
        turn.isFar(),
        error);
  }
}
