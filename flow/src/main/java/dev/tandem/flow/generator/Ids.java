package dev.tandem.flow.generator;

/** How order ids are spread. */
public enum Ids {
  DENSE,
  HASHED,
  /** The same small ids, each at random another order's, as in the public files. */
  SHUFFLED;

  /** The stream with ids of this kind. */
  public BookStream of(BookStream dense) {
    return switch (this) {
      case DENSE -> dense;
      case HASHED -> dense.withHashedIds();
      case SHUFFLED -> dense.withShuffledIds(5);
    };
  }
}
