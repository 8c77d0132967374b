package dev.tandem.gateway.bridge;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.IndicativePrice;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The exchange behind a gateway: commands go in, and every answer comes out, also to commands that
 * came another way. The gateway does not know whether it is an exchange of this process or a
 * replica of a cluster.
 */
public interface Engine extends AutoCloseable {

  /** Gets every answer in order, on one thread of the engine, which may wait here for a while. */
  interface Answers {

    /**
     * An answer.
     *
     * @param submission what {@link Engine#publish} returned; -1 if it came another way
     * @param answer read until this returns
     */
    void onAnswer(long submission, Command answer);

    /** No more are there just now. */
    void onBatchEnd();
  }

  /** Starts an engine. */
  @FunctionalInterface
  interface Starter {

    /**
     * Starts one, or takes over one that runs.
     *
     * @param answers gets what is answered behind {@link Engine#open}
     */
    Engine start(Answers answers) throws IOException;
  }

  /**
   * A symbol and its book.
   *
   * @param book as it was before the first answer that is reported
   */
  record Listed(SymbolSpec spec, BookSnapshot book) {}

  /**
   * All symbols, by rising id; from here on answers are reported. Once, by the thread that starts
   * the gateway, which waits.
   */
  List<Listed> open();

  /** The currencies that have a name, by rising id. Waits; behind {@link #open}, off the loop. */
  SortedMap<Integer, Naming> currencyNames();

  /**
   * A slot for a command, whose type is NOP and whose inputs have their defaults; null if there is
   * no room now. It must be {@link #publish published} before the next one. On the event loop.
   *
   * @throws dev.tandem.core.ExchangeFailedException if it has failed
   */
  Command tryClaim();

  /**
   * Submits the command in the slot. On the event loop.
   *
   * @return above all that it returned before
   */
  long publish(Command command);

  /** A symbol's book now; empty if there is no such symbol. Waits; not on the event loop. */
  Optional<BookSnapshot> book(int symbol);

  /**
   * What an UNCROSS of a symbol would do now; empty if there is no such symbol. As {@link #book}.
   */
  Optional<IndicativePrice> indicativePrice(int symbol);

  /** A user now; empty if there is none with this id. Waits; not on the event loop. */
  Optional<UserState> user(long userId);

  /** What has stopped it for good; empty while it is sound. Any thread. */
  Optional<Throwable> failure();

  /** Commands that are answered. Any thread. */
  long answered();

  /** Commands that are submitted and not answered. Any thread. */
  long waiting();

  /** Trades so far. Any thread. */
  long trades();

  /** Answers by result code. Any thread. */
  Map<ResultCode, Long> answers();

  /** Records that wait for the log. Any thread. */
  long unwritten();

  /** Adds what only this kind of engine has to say of its health. On the event loop. */
  default void writeHealth(JsonGenerator to) throws IOException {}

  /** Registers its meters. */
  void bindTo(MeterRegistry registry);

  /** Before the end of an engine that is sound: what makes its next start short. */
  void prepareStop();

  /** Ends it: nothing is reported any more. The loop still takes answers while this waits. */
  @Override
  void close();
}
