package dev.tandem.core;

import dev.tandem.core.command.ResultCode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts of a running exchange. They are taken while it runs, without stopping it, so one may be a
 * moment older than another.
 *
 * @param submitted commands taken since it was started, queries too
 * @param answered of those
 * @param waiting submitted, not yet answered
 * @param ringSize most that can wait
 * @param answers by result code, of commands but queries, since it was started; codes that never
 *     were answered are not in it
 * @param trades in the life of the exchange: with a log they continue over restarts
 * @param failed whether its kernel has stopped for good
 */
public record ExchangeMetrics(
    long submitted,
    long answered,
    long waiting,
    int ringSize,
    Map<ResultCode, Long> answers,
    long trades,
    boolean failed) {

  /** Answers other than {@link ResultCode#OK}. */
  public long refused() {
    return answers.entrySet().stream()
        .filter(answer -> answer.getKey() != ResultCode.OK)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  static Map<ResultCode, Long> byCode(long[] counts) {
    Map<ResultCode, Long> answers = new EnumMap<>(ResultCode.class);
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] != 0) {
        answers.put(ResultCode.of((byte) code), counts[code]);
      }
    }
    return Collections.unmodifiableMap(answers);
  }
}
