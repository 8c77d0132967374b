package dev.tandem.client.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * One message over somebody's bytes: fields are read and written where they lie, and nothing is
 * copied or allocated. It starts with the header, whatever the order of the buffer is.
 *
 * <pre>
 *   0        2          4        6       8
 *   +--------+----------+--------+-------+------------------------------+
 *   | block  | template | schema |version| fields, blockLength bytes    |
 *   +--------+----------+--------+-------+------------------------------+
 * </pre>
 *
 * <p>A later version only appends fields. So a longer block is one of a later version, of which the
 * known fields are read. A block that is shorter than this version's, and not shorter than that of
 * the version in which the message was added, is one of an earlier version: fields that it does not
 * have are read as 0, and cannot be written.
 *
 * <p>One thread at a time.
 *
 * @param <M> the message itself
 */
public abstract class Message<M extends Message<M>> {

  /** Bytes of the header. */
  public static final int HEADER = 8;

  public static final int SCHEMA = 7_411;

  /** The version of the schema that this code knows. */
  public static final int VERSION = 1;

  private static final int TEMPLATE_AT = 2;
  private static final int SCHEMA_AT = 4;
  private static final int VERSION_AT = 6;

  private static final VarHandle INT64 = handle(long[].class);
  private static final VarHandle INT32 = handle(int[].class);
  private static final VarHandle INT16 = handle(short[].class);

  private final int id;
  private final int block;
  private final int firstBlock;
  private ByteBuffer buffer;
  private int at;

  /** Bytes of fields that are there, and known. */
  private int known;

  Message(int id, int block) {
    this(id, block, block);
  }

  /**
   * A message that has grown.
   *
   * @param firstBlock bytes of its fields in the version that has added it
   */
  Message(int id, int block, int firstBlock) {
    this.id = id;
    this.block = block;
    this.firstBlock = firstBlock;
  }

  private static VarHandle handle(Class<?> type) {
    return MethodHandles.byteBufferViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
  }

  /** The length of the fields, from a header. */
  public static int blockLength(ByteBuffer buffer, int at) {
    return (short) INT16.get(buffer, at) & 0xffff;
  }

  /** The template, from a header. */
  public static int templateId(ByteBuffer buffer, int at) {
    return (short) INT16.get(buffer, at + TEMPLATE_AT) & 0xffff;
  }

  /** The schema, from a header. */
  public static int schemaId(ByteBuffer buffer, int at) {
    return (short) INT16.get(buffer, at + SCHEMA_AT) & 0xffff;
  }

  /** The version of the schema, from a header. */
  public static int version(ByteBuffer buffer, int at) {
    return (short) INT16.get(buffer, at + VERSION_AT) & 0xffff;
  }

  /**
   * Goes over the message that starts here, header and all.
   *
   * @throws ShortMessageException if its block is too short for the fields of any version
   */
  public final M over(ByteBuffer newBuffer, int newAt) {
    int length = blockLength(newBuffer, newAt);
    if (length < firstBlock) {
      throw new ShortMessageException(
          "a message of template %d has %d bytes, expected %d or more"
              .formatted(id, length, firstBlock));
    }
    known = Math.min(length, block);
    buffer = newBuffer;
    at = newAt + HEADER;
    return self();
  }

  /** Starts a message here: writes the header, and zeros for all fields. */
  public final M start(ByteBuffer newBuffer, int newAt) {
    INT16.set(newBuffer, newAt, (short) block);
    INT16.set(newBuffer, newAt + TEMPLATE_AT, (short) id);
    INT16.set(newBuffer, newAt + SCHEMA_AT, (short) SCHEMA);
    INT16.set(newBuffer, newAt + VERSION_AT, (short) VERSION);
    known = block;
    buffer = newBuffer;
    at = newAt + HEADER;
    for (int i = 0; i < block; i += Long.BYTES) {
      putInt64(i, 0);
    }
    return self();
  }

  /** Bytes of a message that was started, with its header. */
  public final int length() {
    return HEADER + block;
  }

  @SuppressWarnings("unchecked")
  private M self() {
    return (M) this;
  }

  /** Whether the sender has a field. */
  private boolean has(int offset, int bytes) {
    return offset + bytes <= known;
  }

  /** Where a field is written. */
  private int written(int offset, int bytes) {
    if (!has(offset, bytes)) {
      throw new IllegalStateException(
          "a message of template %d of an earlier version has no byte %d".formatted(id, offset));
    }
    return at + offset;
  }

  final long int64(int offset) {
    return has(offset, Long.BYTES) ? (long) INT64.get(buffer, at + offset) : 0;
  }

  final void putInt64(int offset, long value) {
    INT64.set(buffer, written(offset, Long.BYTES), value);
  }

  final int int32(int offset) {
    return has(offset, Integer.BYTES) ? (int) INT32.get(buffer, at + offset) : 0;
  }

  final void putInt32(int offset, int value) {
    INT32.set(buffer, written(offset, Integer.BYTES), value);
  }

  final long uint32(int offset) {
    return int32(offset) & 0xffff_ffffL;
  }

  final void putUint32(int offset, long value) {
    putInt32(offset, (int) value);
  }

  final int uint16(int offset) {
    return has(offset, Short.BYTES) ? (short) INT16.get(buffer, at + offset) & 0xffff : 0;
  }

  final void putUint16(int offset, int value) {
    INT16.set(buffer, written(offset, Short.BYTES), (short) value);
  }

  final int uint8(int offset) {
    return has(offset, Byte.BYTES) ? buffer.get(at + offset) & 0xff : 0;
  }

  final void putUint8(int offset, int value) {
    buffer.put(written(offset, Byte.BYTES), (byte) value);
  }

  final byte[] bytes(int offset, int length) {
    byte[] copy = new byte[length];
    if (has(offset, length)) {
      buffer.get(at + offset, copy);
    }
    return copy;
  }

  final void putBytes(int offset, int length, byte[] value) {
    if (value.length != length) {
      throw new IllegalArgumentException(value.length + " bytes, expected " + length);
    }
    buffer.put(written(offset, length), value);
  }

  final String text(int offset, int bytes) {
    byte[] text = bytes(offset, bytes);
    int length = 0;
    while (length < bytes && text[length] != 0) {
      length++;
    }
    return new String(text, 0, length, StandardCharsets.ISO_8859_1);
  }

  final void putText(int offset, int bytes, String text) {
    if (text.length() > bytes) {
      throw new IllegalArgumentException(
          "a text of " + text.length() + " characters, expected at most " + bytes);
    }
    // A reader ends at the first zero, and a byte has no room for more than ISO 8859-1.
    if (text.chars().anyMatch(c -> c == 0 || c > 0xff)) {
      throw new IllegalArgumentException("a text with a character that is not of ISO 8859-1, or 0");
    }
    for (int i = 0; i < bytes; i++) {
      putUint8(offset + i, i < text.length() ? text.charAt(i) : 0);
    }
  }
}
