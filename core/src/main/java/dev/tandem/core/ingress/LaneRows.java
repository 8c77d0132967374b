package dev.tandem.core.ingress;

/**
 * What a lane keeps: a fixed number of rows, written by one thread and read by another. The lane
 * orders the two; nothing here does.
 *
 * @param <E> what a row is made of, and made into
 */
interface LaneRows<E> {

  /** Makes what a producer fills, one command after the other. */
  E newDraft();

  /** Keeps what a producer has filled as the row of this index. */
  void write(int index, E from);

  /** Brings the memory of a row that is free to this core, before it is needed. */
  void prepare(int index);

  /** Gives every input of the row to a slot. Each row is read once. */
  void read(int index, E to);
}
