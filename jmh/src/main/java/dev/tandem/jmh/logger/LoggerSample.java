package dev.tandem.jmh.logger;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tandem.jmh.harness.Children;
import dev.tandem.jmh.harness.CpuTicks;
import dev.tandem.jmh.harness.Lateness;
import org.HdrHistogram.Histogram;

/**
 * What one run gave.
 *
 * @param rate scheduled records per second; 0 where there was no schedule
 * @param sent records whose calls returned
 * @param lost of them, not whole in the files
 * @param perSecond records per second until the last one was in the file and all was closed
 * @param callerPerSecond the same until the last call returned
 * @param callerBytes allocated by the calling threads, per record
 * @param processBytes allocated by all threads from open to close, per record
 * @param latePercent of the scheduled calls, those that began more than {@link Lateness#NANOS}
 *     behind their time
 * @param call how long calls took, with one of the two clock readings; null without a schedule
 * @param response from the intended time of each call to its end; null without a schedule
 * @param timer what the same loop measures around no call at all; null without a schedule
 * @param timerPairNanos mean cost of the two clock readings that are around each call
 * @param stealPercent of the machine's CPU time meanwhile, taken by the host
 * @param foreignPercent of it, used by others than this run
 * @param far whether the CPUs were far apart
 * @param error what went wrong, or null
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
record LoggerSample(
    LoggerSystem system,
    int threads,
    int rate,
    int round,
    long sent,
    long lost,
    double perSecond,
    double callerPerSecond,
    double callerBytes,
    double processBytes,
    double latePercent,
    Latency call,
    Latency response,
    Latency timer,
    double timerPairNanos,
    double stealPercent,
    double foreignPercent,
    boolean far,
    String error) {

  /** Quantiles of the latency of a call in ns. */
  record Latency(long p50, long p99, long p999, long max) {
    static Latency of(Histogram histogram) {
      return new Latency(
          histogram.getValueAtPercentile(50),
          histogram.getValueAtPercentile(99),
          histogram.getValueAtPercentile(99.9),
          histogram.getMaxValue());
    }
  }

  static LoggerSample failed(String error) {
    return new LoggerSample(
        null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, 0, 0, 0, false, error);
  }

  /** Whether the machine was left to this run. */
  boolean isQuiet() {
    return CpuTicks.isQuiet(stealPercent, foreignPercent);
  }

  LoggerSample at(Children.Turn<LoggerSystem> turn, Job job, int inRound) {
    return new LoggerSample(
        turn.system(),
        job.threads(),
        job.rate(),
        inRound,
        sent,
        lost,
        perSecond,
        callerPerSecond,
        callerBytes,
        processBytes,
        latePercent,
        call,
        response,
        timer,
        timerPairNanos,
        turn.stealPercent(),
        turn.foreignPercent(),
        turn.isFar(),
        error);
  }
}
