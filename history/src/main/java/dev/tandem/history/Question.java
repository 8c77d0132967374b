package dev.tandem.history;

/**
 * Which rows are asked for, in the order of their event numbers; null stands for any.
 *
 * @param user the owner
 * @param order an id of orders
 * @param fromNs ns since the epoch, of the first command that counts
 * @param toNs ns since the epoch, of the first command that does not count any more
 * @param after only rows of later events than this number
 * @param limit how many rows at most
 */
public record Question(
    Long user, Integer symbol, Long order, Long fromNs, Long toNs, Long after, int limit) {

  /** Rows of an answer, at most. */
  public static final int MOST = 1_000;

  public Question {
    if (order != null && (user == null || symbol == null)) {
      throw new IllegalArgumentException("the id of an order, without its user and symbol");
    }
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException("%d rows, expected 1 to %d".formatted(limit, MOST));
    }
  }
}
