package dev.tandem.core.journal;

import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import java.util.Objects;

/**
 * Who is told what the log's commands come to while they are applied again.
 *
 * @param results told the answers
 * @param events told the event records; null if nobody is
 */
public record ReplayListeners(ResultHandler results, EventRecordListener events) {

  public ReplayListeners {
    Objects.requireNonNull(results, "results");
  }
}
