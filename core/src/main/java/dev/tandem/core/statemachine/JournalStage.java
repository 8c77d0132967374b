package dev.tandem.core.statemachine;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;

/**
 * The stage that writes every command to a log, and tells when what it wrote is durable. It follows
 * grouping, of which it keeps the timestamp and respects the refusal; answers leave once it
 * confirms.
 */
public interface JournalStage {

  /**
   * The work on one thread; it keeps in {@link #marks} up to which record of the log a command
   * depends on.
   */
  EventHandler<Command> handler();

  /** One number for each slot of the ring. */
  long[] marks();

  /** Whether answers wait for the log; if not, {@link #confirmed} is never asked. */
  boolean holdsAnswers();

  /**
   * The highest record of the log that is as durable as answers must be. Any thread.
   *
   * @throws RuntimeException if the log has failed
   */
  long confirmed();

  /**
   * Has {@code then} called once, when a record is as durable as answers must be or the log has
   * failed: on a thread of the log, or on this one if it is so already.
   */
  void whenConfirmed(long record, Runnable then);

  /**
   * Whether the log has room for whatever the ring may hold. If not, commands are refused before
   * they change anything.
   */
  boolean hasRoom();
}
