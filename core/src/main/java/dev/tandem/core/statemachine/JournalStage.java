package dev.tandem.core.statemachine;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;

/**
 * The stage that writes every command to a log, and confirms what is durable. It follows admission:
 * it writes the timestamp that admission set, and no command that found the log full. Answers leave
 * once it confirms.
 */
public interface JournalStage {

  /**
   * The work on one thread; it keeps in {@link #marks} up to which record of the log a command
   * depends on, and {@linkplain #flush flushes} at the end of each batch and of its run.
   */
  EventHandler<Command> handler();

  /**
   * Writes what the handler has appended, on its thread, unless a thread of the log is at it. What
   * is to be forced is left to that, which is woken. Needed only where a batch was broken off.
   */
  void flush();

  /**
   * Whether a command is written, unless it is refused because the log has no room: all are but a
   * query or a NOP that uses up no client's sequence.
   */
  static boolean needsRecord(Command c) {
    return c.clientKey != 0 || (c.type != CommandType.QUERY && c.type != CommandType.NOP);
  }

  /** One number for each slot of the ring. */
  long[] marks();

  /** Whether answers wait for the log; if not, {@link #confirmed} is never called. */
  boolean holdsAnswers();

  /**
   * The highest record of the log that is as durable as answers must be. Any thread.
   *
   * @throws RuntimeException if the log has failed
   */
  long confirmed();

  /**
   * Calls {@code then} once, when a record is as durable as answers must be or the log has failed:
   * on a thread of the log, on the one that flushes, or, if that has happened already, on the
   * caller's.
   */
  void whenConfirmed(long record, Runnable then);

  /**
   * Whether the log has room for whatever the ring may hold. If not, commands that need a record
   * are refused before they change anything.
   */
  boolean hasRoom();
}
