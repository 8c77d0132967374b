package dev.tandem.core.matching;

import dev.tandem.core.command.OrderTerms;

/** What the fields of an order may be, as a book takes them; admission refuses all others. */
final class OrderBounds {

  private OrderBounds() {}

  /**
   * Returns if the fields are within their bounds.
   *
   * @throws IllegalArgumentException otherwise
   */
  static void check(int side, long price, long quantity, long id, int terms) {
    if (price <= 0 || quantity <= 0 || id == 0 || (side & ~1) != 0 || !OrderTerms.isKnown(terms)) {
      throw new IllegalArgumentException(
          "out of bounds: order %d, side %d, price %d, quantity %d, terms %d"
              .formatted(id, side, price, quantity, terms));
    }
  }
}
