package dev.tandem.core.event;

/**
 * Receives the event records of each command that leaves any, in order: what the event hash is
 * taken over, and what drop copies, audits and market data are built from.
 *
 * <p>It is called right before the command's answer, so under the same conditions: the trades are
 * settled, and durable where a level of durability is set. A record's number continues over
 * restarts: a listener that keeps the number of the last record it has processed can skip what it
 * gets again.
 */
@FunctionalInterface
public interface EventRecordListener {

  /**
   * Called on the results thread of the kernel, one command at a time.
   *
   * <p>The same rules hold as for {@link ResultHandler#onResult}.
   *
   * @param events the records of one command, which are overwritten after this method returns
   * @throws Exception to stop the kernel: it is poisoned with this cause
   */
  void onEvents(EventBatch events) throws Exception;
}
