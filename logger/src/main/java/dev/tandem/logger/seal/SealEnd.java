package dev.tandem.logger.seal;

/** How a sealed file ends, as far as it was read. */
enum SealEnd {
  /** The end was not reached yet; there may be more blocks. */
  UNREAD,
  /** With the block that marks a clean end: everything that was sealed is there. */
  CLEAN,
  /**
   * Without that block: the writer still runs, or died, or the file was cut. What was read is as it
   * was sealed.
   */
  LOST,
  /**
   * With bytes that are not what was sealed in their place. What was read before them is as it was
   * sealed.
   */
  DAMAGED
}
