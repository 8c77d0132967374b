package dev.tandem.core;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Submits commands and answers with futures: convenient, and not free of garbage. Threads and
 * exceptions are as with {@link CommandPublisher}.
 *
 * <p>The results thread completes the futures. So a stage that depends on one and has no executor
 * of its own must be short and must not wait for another answer. It may submit commands, but is
 * refused with {@link IllegalStateException} if the ring is full, because only its own thread could
 * empty it. If the kernel fails, every open future fails with {@link ExchangeFailedException}.
 */
public final class AsyncCommands {

  private final CommandPublisher publisher;
  private final OpenAnswers open;

  AsyncCommands(CommandPublisher publisher, OpenAnswers open) {
    this.publisher = publisher;
    this.open = open;
  }

  /**
   * Submits one client's commands, each of which is applied at most once; see {@link
   * CommandPublisher#as}. For one thread at a time.
   */
  public AsyncCommands as(long clientKey) {
    return new AsyncCommands(publisher.as(clientKey), open);
  }

  /** See {@link CommandPublisher#next}. */
  public AsyncCommands next(long clientSequence) {
    publisher.next(clientSequence);
    return this;
  }

  /**
   * Submits a command.
   *
   * @param filler writes the inputs, with {@link Commands} or by itself; if it throws, nothing is
   *     submitted but a NOP, and the exception goes to the caller
   */
  public CompletableFuture<CommandResult> submit(Consumer<Command> filler) {
    CompletableFuture<CommandResult> answer = new CompletableFuture<>();
    try {
      publisher.submit(filling(filler, answer));
    } catch (Throwable refused) {
      // Nobody will answer it.
      answer.completeExceptionally(refused);
      throw refused;
    }
    return answer;
  }

  /**
   * Submits a command if the ring has a slot; empty if it is full: then the filler is not called.
   *
   * @param filler as with {@link #submit(Consumer)}
   */
  public Optional<CompletableFuture<CommandResult>> trySubmit(Consumer<Command> filler) {
    CompletableFuture<CommandResult> answer = new CompletableFuture<>();
    try {
      return publisher.trySubmit(filling(filler, answer)) < 0
          ? Optional.empty()
          : Optional.of(answer);
    } catch (Throwable refused) {
      answer.completeExceptionally(refused);
      throw refused;
    }
  }

  private Consumer<Command> filling(
      Consumer<Command> filler, CompletableFuture<CommandResult> answer) {
    Objects.requireNonNull(filler, "filler");
    return c -> {
      filler.accept(c);
      c.completion = answer;
      open.add(answer);
    };
  }

  /** See {@link CommandPublisher#place}. */
  public CompletableFuture<CommandResult> place(
      long userId,
      int symbol,
      long orderId,
      Side side,
      TimeInForce timeInForce,
      long price,
      long quantity) {
    return submit(
        c -> Commands.place(c, userId, symbol, orderId, side, timeInForce, price, quantity));
  }

  /** Places an order if the ring has a slot; empty if it is full. */
  public Optional<CompletableFuture<CommandResult>> tryPlace(
      long userId,
      int symbol,
      long orderId,
      Side side,
      TimeInForce timeInForce,
      long price,
      long quantity) {
    return trySubmit(
        c -> Commands.place(c, userId, symbol, orderId, side, timeInForce, price, quantity));
  }

  /** See {@link CommandPublisher#cancel}. */
  public CompletableFuture<CommandResult> cancel(long userId, int symbol, long orderId) {
    return submit(c -> Commands.cancel(c, userId, symbol, orderId));
  }

  /** See {@link CommandPublisher#reduce}. */
  public CompletableFuture<CommandResult> reduce(
      long userId, int symbol, long orderId, long quantity) {
    return submit(c -> Commands.reduce(c, userId, symbol, orderId, quantity));
  }

  /** See {@link CommandPublisher#move}. */
  public CompletableFuture<CommandResult> move(
      long userId, int symbol, long orderId, long price, long quantity) {
    return submit(c -> Commands.move(c, userId, symbol, orderId, price, quantity));
  }

  /** See {@link CommandPublisher#amend}. */
  public CompletableFuture<CommandResult> amend(
      long userId, int symbol, long orderId, long price, long quantity) {
    return submit(c -> Commands.amend(c, userId, symbol, orderId, price, quantity));
  }

  /** See {@link CommandPublisher#setState}. */
  public CompletableFuture<CommandResult> setState(int symbol, SymbolState state) {
    Objects.requireNonNull(state, "state");
    return submit(c -> Commands.setState(c, symbol, state));
  }

  /** See {@link CommandPublisher#startAuction}. */
  public CompletableFuture<CommandResult> startAuction(int symbol) {
    return submit(c -> Commands.startAuction(c, symbol));
  }

  /** See {@link CommandPublisher#uncross}. */
  public CompletableFuture<CommandResult> uncross(int symbol) {
    return submit(c -> Commands.uncross(c, symbol));
  }

  /** See {@link CommandPublisher#massCancel(long, int)}. */
  public CompletableFuture<CommandResult> massCancel(long userId, int symbol) {
    return submit(c -> Commands.massCancel(c, userId, symbol));
  }

  /** See {@link CommandPublisher#tick}. */
  public CompletableFuture<CommandResult> tick(int symbol) {
    return submit(c -> Commands.tick(c, symbol));
  }

  /** See {@link CommandPublisher#endSession}. */
  public CompletableFuture<CommandResult> endSession(int symbol) {
    return submit(c -> Commands.endSession(c, symbol));
  }

  /** See {@link CommandPublisher#addUser}. */
  public CompletableFuture<CommandResult> addUser(long userId) {
    return submit(c -> Commands.addUser(c, userId));
  }

  /** See {@link CommandPublisher#suspendUser}. */
  public CompletableFuture<CommandResult> suspendUser(long userId) {
    return submit(c -> Commands.suspendUser(c, userId));
  }

  /** See {@link CommandPublisher#resumeUser}. */
  public CompletableFuture<CommandResult> resumeUser(long userId) {
    return submit(c -> Commands.resumeUser(c, userId));
  }

  /** See {@link CommandPublisher#setSelfTradeGroup}. */
  public CompletableFuture<CommandResult> setSelfTradeGroup(long userId, long group) {
    return submit(c -> Commands.setSelfTradeGroup(c, userId, group));
  }

  /** See {@link CommandPublisher#adjustBalance}. */
  public CompletableFuture<CommandResult> adjustBalance(
      long userId, int currency, long amount, long transactionId) {
    return submit(c -> Commands.adjustBalance(c, userId, currency, amount, transactionId));
  }

  /** See {@link CommandPublisher#transfer}. */
  public CompletableFuture<CommandResult> transfer(
      long fromUserId, long toUserId, int currency, long amount, long transactionId) {
    return submit(c -> Commands.transfer(c, fromUserId, toUserId, currency, amount, transactionId));
  }

  /** See {@link CommandPublisher#withdrawFees}. */
  public CompletableFuture<CommandResult> withdrawFees(int currency, long amount) {
    return submit(c -> Commands.withdrawFees(c, currency, amount));
  }

  /** See {@link CommandPublisher#addSymbol}. */
  public CompletableFuture<CommandResult> addSymbol(SymbolSpec spec) {
    return submit(c -> Commands.addSymbol(c, spec));
  }

  /** See {@link CommandPublisher#updateSymbol}. */
  public CompletableFuture<CommandResult> updateSymbol(SymbolSpec spec) {
    return submit(c -> Commands.updateSymbol(c, spec));
  }

  /** See {@link CommandPublisher#addCurrency}. */
  public CompletableFuture<CommandResult> addCurrency(int currency, String name, int decimals) {
    Objects.requireNonNull(name, "name");
    return submit(c -> Commands.addCurrency(c, currency, name, decimals));
  }
}
