package dev.tandem.core.example;

import dev.tandem.core.LoggedEvents;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.event.EventBatch;
import java.nio.channels.Channel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A drop copy in another process: what docs/recovery.md shows. */
final class DropCopyExample {

  final List<Long> numbers = new ArrayList<>();

  long run(Path directory, long from, Channel service) {
    long next = from;
    JournalOptions log = JournalOptions.in(directory);
    try (LoggedEvents events = LoggedEvents.open(log, "drop-copy", next)) {
      while (service.isOpen()) {
        // Number of the next event: keep it with what is made of the events, in one step.
        next = events.poll(batch -> store(batch), Duration.ofMillis(100));
        events.done(); // durable: the exchange need not keep these records any more
      }
    }
    return next;
  }

  private void store(EventBatch batch) {
    for (int record = 0; record < batch.count(); record++) {
      numbers.add(batch.firstEvent() + record);
    }
  }
}
