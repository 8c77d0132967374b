package dev.tandem.logger.format;

/** Where things are in a record, and the codes of its kinds and blocks. */
public final class RecordLayout {
  /** Length of the record in bytes without padding: zero until it is committed. */
  static final int LENGTH_AT = 0;

  public static final int CHECKSUM_AT = 4;
  public static final int TIME_AT = 8;
  public static final int THREAD_AT = 16;
  public static final int LOGGER_AT = 20;
  public static final int KIND_AT = 24;
  public static final int LEVEL_AT = 25;
  public static final int FLAGS_AT = 26;

  /** Bytes of the text; id of what is defined or used; number of dropped records. */
  public static final int AUX_AT = 28;

  public static final int HEADER_BYTES = 32;

  /** Length and checksum are outside of what is summed, and of what is sealed record by record. */
  public static final int BODY_AT = 8;

  public static final int TEXT = 1;
  public static final int STRUCTURED = 2;
  public static final int THREAD_NAME = 3;
  public static final int LOGGER_NAME = 4;
  public static final int DESCRIPTOR = 5;
  public static final int DROPS = 6;

  /** The place of a record whose writer failed after it had claimed it. */
  public static final int ABANDONED = 7;

  /** Blocks follow the message. */
  public static final int HAS_BLOCKS = 1;

  /** The text, or one of its arguments or blocks, was longer than a record may be. */
  public static final int CUT = 2;

  public static final int BLOCK_THROWABLE = 1;
  public static final int BLOCK_CONTEXT = 2;
  public static final int BLOCK_MARKERS = 3;
  public static final int BLOCK_KEY_VALUES = 4;

  /** Keys and values of which each has its type before it. */
  public static final int BLOCK_TYPED_KEY_VALUES = 5;

  private RecordLayout() {}
}
