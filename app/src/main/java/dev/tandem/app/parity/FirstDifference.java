package dev.tandem.app.parity;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.flow.FlowSymbol;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds the first command of a stream on which Java and C++ differ: by its answer and event records
 * or, where all of those are equal, by the state behind it.
 */
final class FirstDifference {

  /** Commands between two looks at the states, which take time in proportion to them. */
  private static final int STEP = 1 << 12;

  private static final int DEPTH = 5;

  private final CommandStream stream;

  FirstDifference(CommandStream stream) {
    this.stream = stream;
  }

  /** What differs first, with both sides of it. */
  String find() {
    long equalUpTo = 0;
    try (Pair pair = new Pair()) {
      for (long i = 0; i < stream.size(); i++) {
        if (!pair.apply(i)) {
          return tell(i, pair.records());
        }
        boolean last = i == stream.size() - 1;
        if ((i + 1) % STEP == 0 || last) {
          if (!pair.statesAreEqual()) {
            break;
          }
          equalUpTo = i + 1;
        }
      }
    }
    return byState(equalUpTo);
  }

  /** Does it again, and looks at the states after each command from this one on. */
  private String byState(long from) {
    try (Pair pair = new Pair()) {
      for (long i = 0; i < stream.size(); i++) {
        boolean equal = pair.apply(i);
        if (!equal || (i >= from && !pair.statesAreEqual())) {
          return tell(i, pair.records());
        }
      }
    }
    return "the hashes of whole runs differ, but no command does when they run one by one";
  }

  /** Both kernels, side by side. */
  private final class Pair implements AutoCloseable {

    private final SerialExchange java = new SerialExchange(stream);
    private final TwinExchange twin = Parity.twinFor(stream, true);
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment bytes = arena.allocate(CommandCodec.MAX_BYTES, Long.BYTES);
    private byte twinCode;
    private long[] twinRecords;

    boolean apply(long number) {
      java.apply(stream, number);
      twinCode = twin.submitOne(bytes, stream.encode(number, bytes));
      twinRecords = twin.take();
      return java.code() == twinCode && Arrays.equals(java.records(), twinRecords);
    }

    boolean statesAreEqual() {
      return java.stateHash() == twin.stateHash();
    }

    String records() {
      return "%n  Java: %s%s%n  C++:  %s%s"
          .formatted(
              ResultCode.of(java.code()),
              hex(java.records()),
              ResultCode.of(twinCode),
              hex(twinRecords));
    }

    @Override
    public void close() {
      twin.close();
      arena.close();
    }
  }

  private static String hex(long[] words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words.length; i++) {
      text.append(i % TwinExchange.RECORD_WORDS == 0 ? "%n          ".formatted() : " ");
      text.append("%016x".formatted(words[i]));
    }
    return text.toString();
  }

  /** Runs both up to a command, and tells what they say of its user and its book then. */
  private String tell(long number, String records) {
    Command c = new Command();
    stream.fill(number, c);
    StringBuilder text = new StringBuilder(stream.describe(number)).append(records);
    try (Exchange java =
            Exchange.builder().topology(Topology.fused()).risk(stream.risk()).daemon().start();
        TwinExchange twin = Parity.twinFor(stream, false);
        Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(CommandCodec.MAX_BYTES, Long.BYTES);
      CommandPublisher publisher = java.publisher();
      for (long i = 0; i <= number; i++) {
        Command slot = publisher.claim();
        stream.fill(i, slot);
        publisher.publish(slot);
        twin.submit(bytes, stream.encode(i, bytes));
      }
      java.awaitAnswered();
      java.user(c.userId).ifPresent(user -> text.append(accounts(user, c.userId, twin)));
      java.book(c.symbol).ifPresent(book -> text.append(book(book, c.symbol, twin)));
    }
    return text.toString();
  }

  private String accounts(UserState user, long userId, TwinExchange twin) {
    StringBuilder text = new StringBuilder();
    for (int currency : currencies()) {
      UserState.Balance java = user.balance(currency);
      TwinExchange.Balance cpp = twin.balance(userId, currency);
      text.append(
          "%n  user %d, currency %d: Java %d available, %d held; C++ %d available, %d held"
              .formatted(
                  userId, currency, java.available(), java.held(), cpp.available(), cpp.held()));
    }
    return text.toString();
  }

  private List<Integer> currencies() {
    List<Integer> currencies =
        stream.flow().symbols().stream()
            .map(symbol -> symbol.spec().baseCurrency())
            .collect(Collectors.toList());
    currencies.add(0, FlowSymbol.QUOTE_CURRENCY);
    return currencies;
  }

  private static String book(BookSnapshot book, int symbol, TwinExchange twin) {
    StringBuilder text = new StringBuilder();
    for (Side side : Side.values()) {
      text.append("%n  best %s, lots at price: Java".formatted(side));
      book.levels(side, DEPTH)
          .forEach(l -> text.append(" %d at %d".formatted(l.quantity(), l.price())));
      text.append("; C++");
      twin.levels(symbol, side.code(), DEPTH)
          .forEach(l -> text.append(" %d at %d".formatted(l.quantity(), l.price())));
    }
    return text.toString();
  }
}
