package dev.tandem.history;

import dev.tandem.core.AsyncCommands;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.statemachine.Query;
import dev.tandem.flow.model.HostileFlow;
import dev.tandem.flow.model.Input;
import dev.tandem.flow.model.NaiveExchange;
import dev.tandem.wal.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** An exchange with a log that commands of hostile flows are sent to, and the model beside it. */
final class HistoryFlow {

  private final JournalOptions log;
  private final List<Input> inputs;
  final NaiveExchange model = new NaiveExchange();
  private int next;

  HistoryFlow(Path directory, long seed) {
    log =
        JournalOptions.in(directory)
            .durability(Durability.WRITTEN)
            .segmentBytes(64 << 10)
            .keepForCursors();
    inputs = HostileFlow.of(seed).inputs();
  }

  JournalOptions log() {
    return log;
  }

  int size() {
    return inputs.size();
  }

  /** Lives once: sends commands up to one, and ends. */
  void live(int upTo, boolean snapshot) {
    try (Exchange exchange = Exchange.builder().ringSize(1024).journal(log).daemon().start()) {
      send(exchange, upTo);
      if (snapshot) {
        exchange.snapshot();
      }
    }
  }

  private void send(Exchange exchange, int upTo) {
    AsyncCommands async = exchange.async();
    List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
    for (; next < upTo; next++) {
      Input in = inputs.get(next);
      model.apply(in);
      answers.add(async.submit(c -> in.fill(c, new Query() {})));
    }
    answers.forEach(CompletableFuture::join);
  }
}
