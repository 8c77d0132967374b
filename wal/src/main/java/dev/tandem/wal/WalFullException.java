package dev.tandem.wal;

/**
 * The disk has no room for the next segment and the ones prepared ahead are used up. Nothing was
 * appended, all records before are as they were, and appends succeed again once there is room.
 */
public final class WalFullException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public WalFullException(String message) {
    super(message);
  }
}
