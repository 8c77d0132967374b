package dev.tandem.logger;

/** Where things are in a record, and the codes of its kinds and blocks. */
final class RecordLayout {
  /** Length of the record in bytes without padding: zero until it is committed. */
  static final int LENGTH_AT = 0;

  static final int CHECKSUM_AT = 4;
  static final int TIME_AT = 8;
  static final int THREAD_AT = 16;
  static final int LOGGER_AT = 20;
  static final int KIND_AT = 24;
  static final int LEVEL_AT = 25;
  static final int FLAGS_AT = 26;

  /** Bytes of the text; id of what is defined or used; number of dropped records. */
  static final int AUX_AT = 28;

  static final int HEADER_BYTES = 32;

  /** Length and checksum are outside of what is summed, and of what is sealed record by record. */
  static final int BODY_AT = 8;

  static final int TEXT = 1;
  static final int STRUCTURED = 2;
  static final int THREAD_NAME = 3;
  static final int LOGGER_NAME = 4;
  static final int DESCRIPTOR = 5;
  static final int DROPS = 6;

  /** The place of a record whose writer failed after it had claimed it. */
  static final int ABANDONED = 7;

  /** Blocks follow the message. */
  static final int HAS_BLOCKS = 1;

  /** The text, or one of its arguments or blocks, was longer than a record may be. */
  static final int CUT = 2;

  static final int BLOCK_THROWABLE = 1;
  static final int BLOCK_CONTEXT = 2;
  static final int BLOCK_MARKERS = 3;
  static final int BLOCK_KEY_VALUES = 4;

  /** Keys and values of which each has its type before it. */
  static final int BLOCK_TYPED_KEY_VALUES = 5;

  private RecordLayout() {}
}
