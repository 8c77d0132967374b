package dev.tandem.core.event;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import java.util.concurrent.CompletableFuture;

/**
 * The last stage: numbers the answers, hashes their event records, and tells whoever waits.
 *
 * <p>Used by one thread at a time.
 */
public final class Results {

  private final ResultHandler handler;
  private final EventHash hash = new EventHash();
  private long recorded;
  private long trades;

  public Results(ResultHandler handler) {
    this.handler = handler;
  }

  /** Tells the answer to one command. */
  public void tell(Command c) throws Exception {
    if (c.result == ResultCode.PENDING_CODE) {
      // Nobody had anything to refuse.
      c.result = ResultCode.OK_CODE;
    }
    if (CommandType.isRecorded(c.type)) {
      EventRecords.hash(c, recorded++, hash);
      trades += c.trades.count();
    }
    handler.onResult(c);
    CompletableFuture<CommandResult> completion = c.completion;
    if (completion != null) {
      completion.complete(CommandResult.of(c));
    }
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
