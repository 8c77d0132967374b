package dev.tandem.core.journal;

import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import java.util.Objects;

/**
 * Handler and listener of the log's commands while they are applied again.
 *
 * @param begin runs when the stages have the state of the snapshot, before the first command
 * @param results gets the answers
 * @param events gets the event records; null for none
 */
public record ReplayListeners(Runnable begin, ResultHandler results, EventRecordListener events) {

  /** Reports nothing. */
  public static final ReplayListeners NONE =
      new ReplayListeners(() -> {}, ResultHandler.NONE, null);

  public ReplayListeners {
    Objects.requireNonNull(begin, "begin");
    Objects.requireNonNull(results, "results");
  }
}
