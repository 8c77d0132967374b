package dev.tandem.core.statemachine;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.hash.Xxh64Records;
import java.util.concurrent.CompletableFuture;

/**
 * The last stage: numbers the answers, creates and hashes their event records, keeps each client's
 * result codes, and reports the answers to the handler and the records to the listener.
 *
 * <p>Used by one thread at a time.
 */
public final class Results {

  private static final byte DUPLICATE = ResultCode.DUPLICATE_COMMAND.code();
  private static final byte REUSED = ResultCode.CLIENT_SEQUENCE_REUSED.code();
  private static final byte STALE = ResultCode.STALE_COMMAND.code();

  private final ResultHandler handler;
  private final EventRecordListener listener;
  private final Xxh64Records hash = new Xxh64Records(0);
  private final ClientCodes clients = new ClientCodes();
  private final EventBatch batch = new EventBatch();
  private final Recorder recorder = new Recorder();
  private final AnswerCounts counts = new AnswerCounts();
  private long recorded;
  private long time = Admission.NO_TIME;

  /**
   * @param handler gets each answer
   * @param listener gets each command's event records, before its answer; null for none
   */
  public Results(ResultHandler handler, EventRecordListener listener) {
    this.handler = handler;
    this.listener = listener;
  }

  /** Reports the answer to one command. */
  public void report(Command c) throws Exception {
    decide(c);
    if (c.type != CommandType.QUERY) {
      // Before it is reported: who has an answer finds it counted.
      counts.addAnswerOpaque(c.result);
    }
    report(c, handler, listener);
  }

  /** There are no more answers just now. */
  public void endBatch() throws Exception {
    handler.onBatchEnd();
  }

  private static void decide(Command c) {
    if (c.result == ResultCode.PENDING_CODE) {
      // Nobody had anything to refuse.
      c.result = ResultCode.OK_CODE;
    }
  }

  /** Reports the answer to one command to another handler and listener: in a replay of the log. */
  public void report(Command c, ResultHandler to, EventRecordListener eventsTo) throws Exception {
    decide(c);
    c.number = -1;
    c.eventNumber = -1;
    if (c.result != ResultCode.LOG_FULL_CODE) {
      if (c.clientKey != 0) {
        remember(c);
      }
      if (CommandType.isRecorded(c.type)) {
        record(c, eventsTo);
      }
    }
    to.onResult(c);
    CompletableFuture<CommandResult> completion = c.completion;
    if (completion != null) {
      completion.complete(CommandResult.of(c));
    }
  }

  private void remember(Command c) {
    if (c.result == DUPLICATE || c.result == REUSED) {
      c.firstResult = clients.get(c.client, c.clientSequence);
    } else if (c.result != STALE) {
      clients.put(c.client, c.clientSequence, c.result);
    }
  }

  private void record(Command c, EventRecordListener eventsTo) throws Exception {
    c.number = recorded++;
    time = c.timestampNs;
    c.eventNumber = hash.records();
    if (c.outcomes.trades() > 0) {
      counts.setTradesOpaque(counts.tradesOpaque() + c.outcomes.trades());
    }
    recorder.listened = eventsTo != null;
    if (eventsTo == null) {
      EventRecords.write(c, recorder);
    } else {
      batch.start(c.number, c.eventNumber);
      EventRecords.write(c, recorder);
      eventsTo.onEvents(batch);
    }
  }

  /** One class for both ways, so that the call of the sink is inlined. */
  private final class Recorder implements EventRecords.Sink {

    boolean listened;

    @Override
    public void add(long w0, long w1, long w2, long w3, long w4, long w5, long w6, long w7) {
      hash.update(w0, w1, w2, w3, w4, w5, w6, w7);
      if (listened) {
        batch.add(w0, w1, w2, w3, w4, w5, w6, w7);
      }
    }
  }

  /** The time of the stream: that of the last command with event records; 0 if there is none. */
  public long timeNs() {
    return time == Admission.NO_TIME ? 0 : time;
  }

  /**
   * All that this stage knows but {@link #clients}: numbers of commands and trades, event hash, the
   * time of the stream.
   */
  public long[] save() {
    long[] words = new long[3 + Xxh64Records.STATE_WORDS];
    words[words.length - 1] = time;
    words[0] = recorded;
    words[1] = counts.tradesOpaque();
    hash.save(words, 2);
    return words;
  }

  /** Continues where the stage whose {@link #save} this is stood. */
  public void restore(long[] words) {
    recorded = words[0];
    counts.setTradesOpaque(words[1]);
    hash.restore(words, 2);
    time = words[words.length - 1];
  }

  /** What each client was answered, by the numbers that admission gives clients. */
  public ClientCodes clients() {
    return clients;
  }

  /** Adds the next client with its whole window. */
  public void restoreClient(long highestSequence, long[] codes) {
    clients.restore(highestSequence, codes);
  }

  /** Commands with event records so far. */
  public long recordedCommands() {
    return recorded;
  }

  /** Event records so far: the number of the next one. */
  public long eventCount() {
    return hash.records();
  }

  /** Trades reported so far. Any thread. */
  public long trades() {
    return counts.tradesOpaque();
  }

  /** Answers reported so far by result code, without queries and replays. Any thread. */
  public long[] answers() {
    return counts.answersOpaque();
  }

  /** The event hash: XXH64 over all event records so far, in order. */
  public long eventHash() {
    return hash.digest();
  }
}
