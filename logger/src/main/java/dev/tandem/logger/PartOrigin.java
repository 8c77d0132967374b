package dev.tandem.logger;

/** How the bytes of a sealed file came to be sealed. The file says it, authenticated. */
public enum PartOrigin {
  /** By the store that wrote them, one after the other, from the beginning of the segment. */
  WRITTEN(0),

  /** By the store that wrote them, after their place had been sealed as the zeros of a hole. */
  LATE(1),

  /** By a later store, which found them in a plain file that anybody could have changed. */
  FOUND(2);

  private final int code;

  PartOrigin(int code) {
    this.code = code;
  }

  /** The number in files. */
  public int code() {
    return code;
  }

  /** Null if no origin has this number. */
  public static PartOrigin ofCode(int code) {
    for (PartOrigin origin : values()) {
      if (origin.code == code) {
        return origin;
      }
    }
    return null;
  }
}
