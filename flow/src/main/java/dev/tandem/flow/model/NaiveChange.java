package dev.tandem.flow.model;

/** An order that changed without a trade, as it was then: all that its event record says. */
record NaiveChange(
    int kind, long side, long reason, long user, long order, long price, long lots, long open) {

  /** One that sleeps or wakes. */
  static NaiveChange ofStop(int kind, NaiveBook.Order o) {
    return new NaiveChange(kind, o.side, o.terms, o.user, o.id, o.price, o.trigger.ticks(), o.open);
  }

  /** The words of its record. */
  long[] record(Input in, long number) {
    return new long[] {
      kind | side << 8 | reason << 16 | (long) in.symbol() << 32,
      number,
      in.timestampNs(),
      user,
      order,
      price,
      lots,
      open
    };
  }
}
