package dev.tandem.core.journal;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.statemachine.JournalStage;
import dev.tandem.core.statemachine.Query;
import dev.tandem.wal.ConfirmListener;
import dev.tandem.wal.Confirmations;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The journal stage: appends each command to a write-ahead log. Queries and NOPs are left out
 * unless they use up a client's sequence.
 *
 * <p>{@link #handler} and {@link #flush} belong to one thread; {@link #confirmed} and {@link
 * #hasRoom} to any.
 */
final class WalJournal implements JournalStage {

  /** More than any record takes in the log, header included. */
  static final int RECORD_BYTES = 256;

  private final Wal wal;
  private final Confirmations confirmations;
  private final Durability level;
  private final long[] marks;
  private final int mask;
  private final long roomBytes;
  private final boolean fullForGood;
  private final AtomicBoolean wasFull = new AtomicBoolean();
  private final MemorySegment record = Arena.ofAuto().allocate(CommandCodec.MAX_BYTES, 8);
  private long lastRecord;
  private long flushed;

  /**
   * @param ringSize slots of the ring
   */
  WalJournal(Wal wal, JournalOptions options, int ringSize) {
    this.wal = wal;
    this.confirmations = wal.confirmations();
    this.level = options.durability();
    this.fullForGood = options.isFullForGood();
    this.marks = new long[ringSize];
    this.mask = ringSize - 1;
    // The log is opened with so many segments ahead that the whole ring fits what is left of them.
    this.roomBytes = Math.min((long) ringSize * RECORD_BYTES, wal.config().segmentBytes());
    this.lastRecord = wal.nextSequence() - 1;
    this.flushed = lastRecord;
  }

  @Override
  public EventHandler<Command> handler() {
    return new Handler();
  }

  @Override
  public void flush() {
    if (flushed < lastRecord) {
      flushed = lastRecord;
      wal.writeAppended();
    }
  }

  @Override
  public long[] marks() {
    return marks;
  }

  @Override
  public boolean holdsAnswers() {
    return level != Durability.NONE;
  }

  @Override
  public long confirmed() {
    long confirmed = level == Durability.SYNCED ? confirmations.synced() : confirmations.written();
    Throwable failure = wal.failure();
    if (failure != null) {
      String message = "the log has failed, nothing more can be acknowledged";
      // Whichever stage finds it first: an error of the disk is thrown as an I/O error.
      throw failure instanceof IOException io
          ? new JournalException(message, io)
          : new IllegalStateException(message, failure);
    }
    return confirmed;
  }

  @Override
  public void whenConfirmed(long record, Runnable then) {
    confirmations.whenConfirmed(
        record,
        level,
        new ConfirmListener() {
          @Override
          public void confirmed(long sequence, Durability at) {
            then.run();
          }

          @Override
          public void failed(long sequence, Durability at, Throwable cause) {
            then.run();
          }
        });
  }

  @Override
  public boolean hasRoom() {
    if (wasFull.getAcquire()) {
      return false;
    }
    // A log that has failed is not full: the next append, or the next look at what is confirmed,
    // fails.
    boolean room = wal.hasRoom(roomBytes) || wal.failure() != null;
    if (!room && fullForGood) {
      wasFull.setRelease(true);
    }
    return room;
  }

  /** A class of its own: each class of handlers has its own loop. */
  private final class Handler implements EventHandler<Command> {

    @Override
    public void onEvent(Command c, long sequence, boolean endOfBatch) throws Exception {
      if (JournalStage.needsRecord(c) && c.entryResult != ResultCode.LOG_FULL_CODE) {
        int bytes = CommandCodec.encode(c, record);
        // Where answers do not wait for the sync, what cannot be repeated is synced at once.
        boolean critical = CommandType.isAdministrative(c.type);
        lastRecord = wal.appendDeferred(RecordTypes.COMMAND, record, 0, bytes, critical);
      }
      marks[(int) sequence & mask] = lastRecord;
      if (c.type == CommandType.QUERY && !c.isRejectedAtEntry()) {
        ((Query) c.payload).visitJournal(lastRecord);
      }
      if (endOfBatch) {
        flush();
      }
    }

    @Override
    public void onShutdown() {
      flush();
    }
  }
}
