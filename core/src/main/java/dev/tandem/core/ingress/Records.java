package dev.tandem.core.ingress;

/**
 * What a lane keeps: a fixed number of records, written by one thread and read by another. The lane
 * orders the two; nothing here does.
 *
 * @param <E> what a record is made of, and made into
 */
interface Records<E> {

  /** Makes what a producer fills, one command after the other. */
  E newDraft();

  /** Keeps what a producer has filled as the record of this index. */
  void write(int index, E from);

  /** Brings the memory of a record that is free to this core, before it is needed. */
  void prepare(int index);

  /** Gives every input of the record to a slot. Each record is read once. */
  void read(int index, E to);
}
