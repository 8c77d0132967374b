package dev.tandem.core.event;

import dev.tandem.core.command.Command;

/**
 * Receives the answer to each command, in order, after its trades are settled (and, where a level
 * of durability is set, after it is durable): what it reports may be spent by the next command.
 */
@FunctionalInterface
public interface ResultHandler {

  /** Does nothing: for callers that only use futures and queries. */
  ResultHandler NONE = command -> {};

  /**
   * Called on the results thread of the kernel, one command at a time.
   *
   * <p>The command, its output fields and its trades may be read until this method returns, and are
   * overwritten afterwards: copy what must be kept. The handler may submit further commands, but
   * must not wait for their answers, and a ring that is full while its own results thread waits to
   * submit to it would never empty: {@code CommandPublisher.tryClaim} is for that.
   *
   * @param command the slot, with its outputs
   * @throws Exception to stop the kernel: it is poisoned with this cause
   */
  void onResult(Command command) throws Exception;

  /**
   * Called after answers when there are no more just now: the time to wake who waits for them, once
   * for all. At the latest when the kernel has nothing to do; under load not after each answer.
   * Answers of futures and of queries count, too.
   *
   * <p>Called on the thread of {@link #onResult}; not in a replay of the log.
   *
   * @throws Exception to stop the kernel: it is poisoned with this cause
   */
  default void onBatchEnd() throws Exception {}
}
