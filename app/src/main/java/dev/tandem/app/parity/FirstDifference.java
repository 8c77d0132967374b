package dev.tandem.app.parity;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.flow.FlowSymbol;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds the first command of a stream on which two kernels differ: by its answer and event records
 * or, where all of those are equal, by the state behind it. The second one may fail.
 */
final class FirstDifference {

  /** Commands that are in flight at once, as they were when the difference was seen. */
  private static final int STEP = 1 << 12;

  private static final int DEPTH = 5;

  /**
   * A kernel, and what it is given.
   *
   * @param stream the same for all but in tests, which make a kernel differ by it
   * @param kernels makes new ones
   */
  record Run(String title, CommandStream stream, Supplier<ComparedKernel> kernels) {

    Run(KernelKind kind, CommandStream stream) {
      this(kind.title(), stream, () -> kind.open(stream));
    }

    ComparedKernel open() {
      return kernels.get();
    }

    /** The state behind so many commands, from the first one on. */
    long stateHash(long commands) {
      try (ComparedKernel kernel = open()) {
        applyAll(kernel, commands);
        return kernel.stateHash();
      }
    }

    void applyAll(ComparedKernel kernel, long commands) {
      for (long from = 0; from < commands; from += STEP) {
        kernel.apply(stream, from, Math.min(commands, from + STEP));
      }
    }
  }

  private final Run one;
  private final Run other;

  FirstDifference(Run one, Run other) {
    this.one = one;
    this.other = other;
  }

  /** What differs first, with both sides of it. */
  String find() {
    String names = one.title() + " and " + other.title() + ": ";
    long size = one.stream.size();
    try (ComparedKernel first = one.open();
        ComparedKernel second = other.open()) {
      for (long from = 0; from < size; from += STEP) {
        long to = Math.min(size, from + STEP);
        ComparedKernel.Answers answers = first.apply(one.stream, from, to);
        ComparedKernel.Answers others;
        try {
          others = second.apply(other.stream, from, to);
        } catch (TwinException e) {
          failureOf(e);
          return names + report(byState(to), null, null);
        }
        long differs = answers.firstDifference(others);
        if (differs >= 0) {
          return names + report(differs, answers, others);
        }
      }
    }
    if (isEqualBehind(size)) {
      return names + "the hashes of whole runs differ, but nothing does when they run again";
    }
    return names + report(byState(size), null, null);
  }

  /** Whether the states behind so many commands are equal; a kernel that has failed has none. */
  private boolean isEqualBehind(long commands) {
    try {
      return one.stateHash(commands) == other.stateHash(commands);
    } catch (TwinException e) {
      failureOf(e);
      return false;
    }
  }

  /** What a kernel says that has failed; throws what is none of a kernel. */
  private static String failureOf(TwinException e) {
    if (!e.isFailure()) {
      throw e;
    }
    return e.getMessage();
  }

  /** The command before which the states are equal, and behind which they differ. */
  private long byState(long size) {
    long equal = 0;
    long different = size;
    while (different - equal > 1) {
      long middle = (equal + different) >>> 1;
      if (isEqualBehind(middle)) {
        equal = middle;
      } else {
        different = middle;
      }
    }
    return different - 1;
  }

  /**
   * Runs both up to a command, and describes their answers to it, and its user and its book then.
   *
   * @param seen the answers that differ; null takes those of this run
   */
  private String report(
      long number, ComparedKernel.Answers seen, ComparedKernel.Answers seenByOther) {
    Command c = new Command();
    one.stream.fill(number, c);
    StringBuilder text = new StringBuilder(one.stream.describe(number));
    try (ComparedKernel first = one.open();
        ComparedKernel second = other.open()) {
      one.applyAll(first, number);
      other.applyAll(second, number);
      ComparedKernel.Answers answers = first.apply(one.stream, number, number + 1);
      text.append(answer(one, number, seen == null ? answers : seen));
      ComparedKernel.Answers others;
      try {
        others = second.apply(other.stream, number, number + 1);
      } catch (TwinException e) {
        // Its accounts and books cannot be queried any more.
        return text.append("%n  %-15s %s".formatted(other.title() + ":", failureOf(e))).toString();
      }
      text.append(answer(other, number, seenByOther == null ? others : seenByOther));
      if (one.stream.risk() && c.userId != 0) {
        text.append(accounts(c.userId, first, second));
      }
      text.append(book(c.symbol, first, second));
    }
    return text.toString();
  }

  private static String answer(Run run, long number, ComparedKernel.Answers answers) {
    StringBuilder text = new StringBuilder();
    text.append("%n  %-15s %s".formatted(run.title() + ":", ResultCode.of(answers.code(number))));
    long[] words = answers.records(number);
    for (int i = 0; i < words.length; i++) {
      text.append(i % TwinExchange.RECORD_WORDS == 0 ? "%n          ".formatted() : " ");
      text.append("%016x".formatted(words[i]));
    }
    return text.toString();
  }

  private String accounts(long userId, ComparedKernel first, ComparedKernel second) {
    StringBuilder text = new StringBuilder();
    for (int currency : currencies()) {
      TwinExchange.Balance here = first.balance(userId, currency);
      TwinExchange.Balance there = second.balance(userId, currency);
      text.append(
          "%n  user %d, currency %d: %s %d available, %d held; %s %d available, %d held"
              .formatted(
                  userId,
                  currency,
                  one.title(),
                  here.available(),
                  here.held(),
                  other.title(),
                  there.available(),
                  there.held()));
    }
    return text.toString();
  }

  private List<Integer> currencies() {
    List<Integer> currencies = new ArrayList<>(List.of(FlowSymbol.QUOTE_CURRENCY));
    one.stream.flow().symbols().forEach(symbol -> currencies.add(symbol.spec().baseCurrency()));
    return currencies;
  }

  private String book(int symbol, ComparedKernel first, ComparedKernel second) {
    StringBuilder text = new StringBuilder();
    for (Side side : Side.values()) {
      text.append("%n  best %s, lots at price: ".formatted(side));
      text.append(one.title()).append(levels(first, symbol, side));
      text.append("; ").append(other.title()).append(levels(second, symbol, side));
    }
    return text.toString();
  }

  private static String levels(ComparedKernel kernel, int symbol, Side side) {
    StringBuilder text = new StringBuilder();
    kernel
        .levels(symbol, side, DEPTH)
        .forEach(l -> text.append(" %d at %d".formatted(l.quantity(), l.price())));
    return text.isEmpty() ? " none" : text.toString();
  }
}
