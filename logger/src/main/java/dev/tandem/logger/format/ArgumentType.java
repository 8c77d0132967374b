package dev.tandem.logger.format;

/** Types of deferred arguments; four bits each in a descriptor's signature, the first lowest. */
public final class ArgumentType {
  static final int NONE = 0;
  public static final int LONG = 1;
  public static final int INT = 2;
  public static final int DOUBLE = 3;
  public static final int BOOLEAN = 4;
  public static final int CHAR = 5;
  public static final int STRING = 6;
  static final int NULL = 7;
  static final int FLOAT = 8;
  static final int SHORT = 9;
  static final int BYTE = 10;

  /** More arguments are formatted when they are logged. */
  public static final int MOST = 15;

  private ArgumentType() {}

  /** The type that keeps a value as it is; objects are kept as their text. */
  public static int of(Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof Long) {
      return LONG;
    }
    if (value instanceof Integer) {
      return INT;
    }
    if (value instanceof Double) {
      return DOUBLE;
    }
    if (value instanceof Boolean) {
      return BOOLEAN;
    }
    if (value instanceof Character) {
      return CHAR;
    }
    if (value instanceof Float) {
      return FLOAT;
    }
    if (value instanceof Short) {
      return SHORT;
    }
    return value instanceof Byte ? BYTE : STRING;
  }

  /** The 64 bits of a value that is not text. */
  public static long bits(int type, Object value) {
    return switch (type) {
      case DOUBLE -> Double.doubleToRawLongBits((Double) value);
      case FLOAT -> Float.floatToRawIntBits((Float) value);
      case BOOLEAN -> (Boolean) value ? 1 : 0;
      case CHAR -> (Character) value;
      case NULL -> 0;
      default -> ((Number) value).longValue();
    };
  }

  /** The value of 64 bits. */
  public static Object value(int type, long bits) {
    return switch (type) {
      case LONG -> bits;
      case INT -> (int) bits;
      case DOUBLE -> Double.longBitsToDouble(bits);
      case FLOAT -> Float.intBitsToFloat((int) bits);
      case BOOLEAN -> bits != 0;
      case CHAR -> (char) bits;
      case SHORT -> (short) bits;
      case BYTE -> (byte) bits;
      default -> null;
    };
  }

  public static int at(long signature, int index) {
    return (int) (signature >>> (4 * index)) & 15;
  }

  public static int count(long signature) {
    return (67 - Long.numberOfLeadingZeros(signature)) / 4;
  }
}
