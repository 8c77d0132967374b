package dev.tandem.logger.seal;

/** What is sealed at a time. */
public enum SealMode {
  /**
   * Blocks of records, by a sealer thread, after the records became visible: the caller pays
   * nothing.
   */
  BLOCKS(1),
  /**
   * Each record by the thread that logs it, before it becomes visible: nothing plain is ever in a
   * file.
   */
  RECORDS(2);

  private final int code;

  SealMode(int code) {
    this.code = code;
  }

  /** The mode's number in files. */
  public int code() {
    return code;
  }

  static SealMode ofCode(int code) {
    for (SealMode mode : values()) {
      if (mode.code == code) {
        return mode;
      }
    }
    return null;
  }
}
