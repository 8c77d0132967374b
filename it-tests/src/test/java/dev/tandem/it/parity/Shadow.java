package dev.tandem.it.parity;

import dev.tandem.app.parity.TwinExchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Gives each command that an exchange in Java has answered to one in C++, and compares the answer
 * and the event records. The first difference stops the exchange in Java, and is told.
 */
public final class Shadow implements ResultHandler, EventRecordListener, AutoCloseable {

  private final TwinExchange twin;
  private final MemorySegment bytes = Arena.ofAuto().allocate(CommandCodec.MAX_BYTES, Long.BYTES);
  private long[] events = {};
  private long commands;
  private String difference;

  /**
   * @param risk whether there are users, balances and holds
   */
  public Shadow(boolean risk) {
    twin = Twins.open(risk);
  }

  @Override
  public synchronized void onEvents(EventBatch batch) {
    events = new long[batch.count() * TwinExchange.RECORD_WORDS];
    for (int i = 0; i < events.length; i++) {
      events[i] = batch.word(i / TwinExchange.RECORD_WORDS, i % TwinExchange.RECORD_WORDS);
    }
  }

  @Override
  public synchronized void onResult(Command c) {
    byte code = twin.submitOne(bytes, Twins.encode(c, bytes));
    long[] twins = twin.take();
    if (code != c.result || !Arrays.equals(events, twins)) {
      difference =
          "command %d: %s%n  Java: %s, records %s%n  C++:  %s, records %s"
              .formatted(
                  commands,
                  c,
                  ResultCode.of(c.result),
                  hex(events),
                  ResultCode.of(code),
                  hex(twins));
      throw new IllegalStateException(difference);
    }
    events = new long[0];
    commands++;
  }

  private static String hex(long[] words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words.length; i++) {
      text.append(i % TwinExchange.RECORD_WORDS == 0 ? " [" : " ")
          .append(Long.toHexString(words[i]));
      text.append(i % TwinExchange.RECORD_WORDS == TwinExchange.RECORD_WORDS - 1 ? "]" : "");
    }
    return text.isEmpty() ? "none" : text.toString();
  }

  /** The first difference, or null. */
  public synchronized String difference() {
    return difference;
  }

  /** Commands compared so far. */
  public synchronized long commands() {
    return commands;
  }

  public synchronized long eventHash() {
    return twin.eventHash();
  }

  public synchronized long stateHash() {
    return twin.stateHash();
  }

  @Override
  public synchronized void close() {
    twin.close();
  }
}
