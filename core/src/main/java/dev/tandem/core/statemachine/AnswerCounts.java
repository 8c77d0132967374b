package dev.tandem.core.statemachine;

import dev.tandem.core.command.ResultCode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts answers by their code, and trades. One thread counts, any may look. */
final class AnswerCounts {

  private final AtomicLongArray answers = new AtomicLongArray(ResultCode.values().length);
  private final AtomicLong trades = new AtomicLong();

  void addAnswerOpaque(byte code) {
    answers.setOpaque(code, answers.getPlain(code) + 1);
  }

  void setTradesOpaque(long all) {
    trades.setOpaque(all);
  }

  /** By result code. Each number was true at some moment, not all of them at the same one. */
  long[] answersOpaque() {
    long[] copy = new long[answers.length()];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = answers.getOpaque(i);
    }
    return copy;
  }

  long tradesOpaque() {
    return trades.getOpaque();
  }
}
