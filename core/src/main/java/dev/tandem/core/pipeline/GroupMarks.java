package dev.tandem.core.pipeline;

/**
 * How the pipeline reads and writes the marks of a group on an event.
 *
 * <p>A group is a run of consecutive events that the two steps of a {@link TwoStepMasterProcessor}
 * treat together. Plain fields of the event will do: the sequences of the pipeline order the
 * accesses.
 *
 * @param <E> the ring's event
 */
public interface GroupMarks<E> {

  /**
   * Whether a group must end with this event. Written by the publisher or by the handler of the
   * first stage, before the event is published to the leader.
   */
  boolean isCutRequested(E event);

  /** Whether a group ends with this event: the leader's word, valid once the leader published. */
  boolean isEndOfGroup(E event);

  /** Writes what {@link #isEndOfGroup} reads. */
  void setEndOfGroup(E event, boolean endOfGroup);
}
