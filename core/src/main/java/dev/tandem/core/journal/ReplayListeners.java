package dev.tandem.core.journal;

import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import java.util.Objects;

/**
 * Who is told what the log's commands come to while they are applied again.
 *
 * @param begin runs when the stages have the state of the snapshot, before the first command
 * @param results told the answers
 * @param events told the event records; null if nobody is
 */
public record ReplayListeners(Runnable begin, ResultHandler results, EventRecordListener events) {

  /** Nobody is told. */
  public static final ReplayListeners NONE =
      new ReplayListeners(() -> {}, ResultHandler.NONE, null);

  public ReplayListeners {
    Objects.requireNonNull(begin, "begin");
    Objects.requireNonNull(results, "results");
  }
}
