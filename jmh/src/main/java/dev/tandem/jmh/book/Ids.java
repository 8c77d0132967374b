package dev.tandem.jmh.book;

/** How order ids are spread. */
public enum Ids {
  DENSE,
  HASHED;

  /** The stream with ids of this kind. */
  public BookStream of(BookStream dense) {
    return this == DENSE ? dense : dense.withHashedIds();
  }
}
