package dev.tandem.gateway.bridge;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.metrics.GatewayFlightEvents;
import dev.tandem.gateway.metrics.RecentTimes;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * Submits commands to the kernel and dispatches its answers, and keeps from these answers the live
 * orders, and the books that clients use. An answer is in them before any listener or reply is
 * called with it.
 *
 * <p>All methods but {@link #answers} and {@link #listings} are for the event loop. Nothing here
 * waits: where the ring of the kernel is full, a command is not taken.
 */
public final class OrderDesk implements AnswerSource, MarketSource {

  /** A command in flight. */
  private record Pending(long sequence, Reply reply, long sinceNs) {}

  /** Null where the loop drives the exchange. */
  private final AnswerRing ring;

  /** Null where the exchange has threads. */
  private final LoopDriver driver;

  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private final MarketListeners followers;
  private final MarketData market;
  private final Listings listings = new Listings();
  private final Map<Integer, SymbolState> states = new HashMap<>();
  private final List<AnswerListener> listeners = new ArrayList<>();
  private final OpenOrders open = new OpenOrders();
  private final RecentTimes latency =
      new RecentTimes(
          "tandem_gateway_command_seconds",
          "From a command that was read to its answer, durable and settled",
          System.nanoTime());
  private IntPredicate alwaysKept = symbol -> false;
  private IntPredicate followed = symbol -> false;
  private KeptBooks books;
  private Engine engine;
  private EventLoop loop;
  private Throwable failure;
  private boolean closed;

  /** Where the loop drives: whether all of this is ready for it. */
  private volatile boolean opened;

  private Consumer<Throwable> onFailure = e -> {};

  /**
   * @param answers slots for answers that the loop has not come to, a power of two
   * @param listener notified of changes in the books, on the event loop
   */
  public OrderDesk(int answers, MarketListener listener) {
    this(new AnswerRing(answers), null, listener);
  }

  /**
   * For an exchange that the event loop drives: its answers come here at once.
   *
   * @param listener notified of changes in the books, on the event loop
   */
  public OrderDesk(LoopDriver driver, MarketListener listener) {
    this(null, driver, listener);
  }

  private OrderDesk(AnswerRing ring, LoopDriver driver, MarketListener listener) {
    this.ring = ring;
    this.driver = driver;
    followers = new MarketListeners(listener);
    market = new MarketData(followers, symbol -> alwaysKept.test(symbol));
    listeners.add(open);
  }

  /** The result handler that an exchange of this process must be built with. */
  public ResultHandler answers() {
    return ring == null ? this::reported : ring;
  }

  /** Where any other engine reports its answers, unless the event loop drives it. */
  public Engine.Answers ring() {
    return ring;
  }

  /**
   * An answer, on the loop; what goes wrong here is no failure of the kernel. Before {@link #open}
   * only queries are answered, as of a snapshot, while another thread prepares this.
   */
  private void reported(Command answer) {
    if (!opened || failure != null) {
      return;
    }
    try {
      answered(answer);
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /**
   * Takes over the live orders of an engine, and receives its answers on this loop from now on.
   * Called by the thread that starts the gateway; the loop may drive the exchange already.
   *
   * @param questions runs what waits for the kernel, on another thread
   */
  public void open(
      Engine newEngine, EventLoop newLoop, Executor questions, Consumer<Throwable> failed) {
    engine = newEngine;
    loop = newLoop;
    onFailure = failed;
    books = new KeptBooks(this, market, engine, questions);
    for (Engine.Listed listed : engine.open()) {
      BookSnapshot book = listed.book();
      int symbol = book.symbol();
      listings.add(listed.spec());
      market.expect(symbol);
      states.put(symbol, book.state());
      if (alwaysKept.test(symbol)) {
        market.join(book);
      } else {
        market.number(symbol, book.lastEvent());
      }
      open.add(book);
    }
    engine.currencyNames().forEach(listings::add);
    if (driver != null) {
      driver.onFailure(this::fail);
      opened = true;
      newLoop.execute(this::catchUp);
      return;
    }
    // What follows on the loop sees all of the above.
    Runnable drain = this::drain;
    ring.wakeBy(() -> newLoop.execute(drain));
  }

  /** What may have come before it was open: a snapshot, or a failure. */
  private void catchUp() {
    engine.failure().ifPresent(this::fail);
    if (failure == null) {
      listeners.forEach(AnswerListener::onQuery);
    }
  }

  @Override
  public void listen(AnswerListener listener) {
    requireLoop();
    listeners.add(listener);
  }

  @Override
  public void follow(MarketListener listener, IntPredicate uses) {
    requireLoop();
    followers.add(listener);
    followed = followed.or(uses);
  }

  private void requireLoop() {
    if (loop != null && !loop.inEventLoop()) {
      throw new IllegalStateException("answers come already, on another thread");
    }
  }

  /**
   * Submits a command.
   *
   * @param filler writes its inputs
   * @param reply receives the answer later, never within this call; only if the command is taken
   * @return whether the kernel has the command
   */
  public Submitted submit(Consumer<Command> filler, Reply reply) {
    if (hasStopped()) {
      return Submitted.STOPPED;
    }
    Command c;
    try {
      c = engine.tryClaim();
    } catch (ExchangeFailedException e) {
      return Submitted.STOPPED;
    }
    if (c == null) {
      return Submitted.BUSY;
    }
    boolean filled = false;
    try {
      filler.accept(c);
      filled = true;
    } finally {
      if (!filled) {
        Commands.nop(c);
      }
      long sequence = engine.publish(c);
      if (filled) {
        pending.add(new Pending(sequence, reply, System.nanoTime()));
      }
      if (driver != null) {
        driver.wake();
      }
    }
    return Submitted.TAKEN;
  }

  private void drain() {
    if (failure != null) {
      discard();
      return;
    }
    long began = GatewayFlightEvents.visitBegins();
    try {
      GatewayFlightEvents.visited(began, ring.drain(this::answered));
    } catch (Throwable e) {
      fail(e);
    }
  }

  /** Nobody gets them, and the engine must not wait for that. */
  private void discard() {
    try {
      ring.drain(answer -> {});
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * By another thread, after it was answered itself.
   *
   * @return for the loop: brings all answers that came before that
   */
  Runnable answersSoFar() {
    if (ring == null) {
      // The loop itself has brought them.
      return () -> {};
    }
    long last = ring.reported();
    return () -> drainTo(last);
  }

  private void drainTo(long last) {
    if (failure == null) {
      try {
        ring.drainTo(last, this::answered);
      } catch (Throwable e) {
        fail(e);
      }
    }
  }

  private void answered(Command answer) {
    if (answer.type == CommandType.QUERY) {
      listeners.forEach(AnswerListener::onQuery);
      return;
    }
    listings.answered(answer);
    if (answer.type == CommandType.ADD_SYMBOL && !answer.isRejected()) {
      states.put(answer.symbol, SymbolState.CONTINUOUS);
    }
    SymbolState state = answer.newState();
    if (state != null) {
      states.put(answer.symbol, state);
    }
    market.apply(answer);
    for (AnswerListener listener : listeners) {
      listener.onAnswer(answer);
    }
    Pending first = pending.peek();
    if (first != null && first.sequence == answer.sequence) {
      pending.poll();
      latency.record(first.sinceNs, System.nanoTime());
      reply(first.reply, answer);
    }
  }

  private static void reply(Reply to, Command answer) {
    try {
      to.answered(answer);
    } catch (RuntimeException | Error e) {
      fault(to::failed, e);
    }
  }

  /** Logs a fault of one reply and reports it to {@code failed}; neither affects other replies. */
  static void fault(Consumer<Throwable> failed, Throwable thrown) {
    Faults.end("the answer to a command cannot be reported; its connection ends", thrown, failed);
  }

  /** From now on nothing is reported, because it may not be true. */
  void fail(Throwable e) {
    Faults.log("the gateway takes no more commands", e);
    failure = e;
    onFailure.accept(e);
  }

  /** Whether what is kept here may be half changed; then nothing of it is reported. */
  public boolean hasFailed() {
    return failure != null;
  }

  /** Whether no more commands are taken. */
  public boolean hasStopped() {
    return closed || failure != null;
  }

  /**
   * Sets the symbols whose books are kept all the time, without a request; before {@link #open}.
   */
  public void alwaysKeep(IntPredicate symbolsOfThese) {
    alwaysKept = symbolsOfThese;
  }

  /** Whether there is such a symbol. */
  public boolean hasSymbol(int symbol) {
    return listings.symbol(symbol) != null;
  }

  /**
   * The book of a symbol, after all that was answered; null if it is not kept just now, or if the
   * desk has failed: it may be half changed then.
   */
  public MarketBook book(int symbol) {
    return hasFailed() ? null : market.book(symbol);
  }

  /**
   * {@inheritDoc}
   *
   * <p>It is kept for a while, and longer while somebody is subscribed, by {@link #sweepBooks}.
   */
  @Override
  public boolean askBook(
      int symbol, Consumer<MarketBook> reader, BiConsumer<Refusal, String> refused) {
    return books.ask(symbol, reader, refused);
  }

  /** Once a second: drops the books that were not requested lately. */
  public void sweepBooks(long nowNs, IntPredicate subscribed) {
    books.sweep(nowNs, subscribed.or(followed));
  }

  @Override
  public Collection<OpenOrders.Open> liveOrders() {
    return open.all();
  }

  @Override
  public OpenOrders.Open liveOrder(int symbol, long order) {
    return open.find(symbol, order);
  }

  /** The live orders, after all that was answered. */
  public OpenOrders openOrders() {
    return open;
  }

  /**
   * Cancels orders, a few at a time, also those whose commands are in flight now.
   *
   * @param orders lists them; called when all commands that are in flight now are answered
   * @param done receives the result when all are gone or no more can be cancelled; within this call
   *     if the exchange has stopped, and then this call throws what it throws
   * @param failed called at most once, with what {@code orders} or {@code done} has thrown later,
   *     which is logged; {@code done} is not called after it
   */
  public void cancelAll(
      Supplier<Collection<OpenOrders.Open>> orders,
      Consumer<MassCancelled> done,
      Consumer<Throwable> failed) {
    MassCancel.start(this, orders, done, failed);
  }

  EventLoop loop() {
    return loop;
  }

  @Override
  public List<SymbolSpec> symbols() {
    return List.copyOf(listings.symbols());
  }

  /** The symbols and currencies. Any thread may read them. */
  public Listings listings() {
    return listings;
  }

  @Override
  public SymbolState state(int symbol) {
    return states.get(symbol);
  }

  /** Takes no more commands; those in flight are answered. */
  public void close() {
    closed = true;
  }

  /** Commands that wait for their answers. */
  public int waiting() {
    return pending.size();
  }

  /** The times from command to answer. */
  public RecentTimes latency() {
    return latency;
  }
}
