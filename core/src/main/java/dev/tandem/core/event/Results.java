package dev.tandem.core.event;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.hash.Xxh64Records;
import java.util.concurrent.CompletableFuture;

/**
 * The last stage: numbers the answers, hashes their event records, and tells whoever waits.
 *
 * <p>Used by one thread at a time.
 */
public final class Results {

  private final ResultHandler handler;
  private final Xxh64Records hash = new Xxh64Records(0);
  private long recorded;
  private long trades;

  public Results(ResultHandler handler) {
    this.handler = handler;
  }

  /** Tells the answer to one command. */
  public void tell(Command c) throws Exception {
    tell(c, handler);
  }

  /** Tells the answer to one command to another handler than usual: in a replay of the log. */
  public void tell(Command c, ResultHandler to) throws Exception {
    if (c.result == ResultCode.PENDING_CODE) {
      // Nobody had anything to refuse.
      c.result = ResultCode.OK_CODE;
    }
    if (CommandType.isRecorded(c.type) && c.result != ResultCode.LOG_FULL_CODE) {
      EventRecords.hash(c, recorded++, hash);
      trades += c.trades.count();
    }
    to.onResult(c);
    CompletableFuture<CommandResult> completion = c.completion;
    if (completion != null) {
      completion.complete(CommandResult.of(c));
    }
  }

  /** All that this stage knows: {@link #recordedCommands}, {@link #trades} and the event hash. */
  public long[] save() {
    long[] words = new long[2 + Xxh64Records.STATE_WORDS];
    words[0] = recorded;
    words[1] = trades;
    hash.save(words, 2);
    return words;
  }

  /** Goes on where the stage whose {@link #save} this is stood. */
  public void restore(long[] words) {
    recorded = words[0];
    trades = words[1];
    hash.restore(words, 2);
  }

  /** Commands with event records told so far. */
  public long recordedCommands() {
    return recorded;
  }

  /** Trades told so far. */
  public long trades() {
    return trades;
  }

  /** The event hash: XXH64 over all event records so far, in order. */
  public long eventHash() {
    return hash.digest();
  }
}
