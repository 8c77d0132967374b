package dev.tandem.cluster;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What each message in the log begins with.
 *
 * <pre>
 *   0        1         2          4          8             16            24
 *   +--------+---------+----------+----------+-------------+-------------+----------------------
 *   | kind   | version | 0        | gateway  | incarnation | number      | bytes of the command
 *   +--------+---------+----------+----------+-------------+-------------+----------------------
 * </pre>
 *
 * A HELLO has number 0 and no command; the commands of an incarnation are numbered from 1.
 */
final class Envelope {

  static final byte HELLO = 1;
  static final byte COMMAND = 2;

  /** The hashes of a node behind a command; its number is that of the command. */
  static final byte HASHES = 3;

  static final byte VERSION = 2;

  static final int BYTES = 24;

  static final int HASHES_BYTES = BYTES + 2 * Long.BYTES;

  private static final int KIND_AT = 0;
  private static final int VERSION_AT = 1;
  private static final int ZERO_AT = 2;
  private static final int GATEWAY_AT = 4;
  private static final int INCARNATION_AT = 8;
  private static final int NUMBER_AT = 16;

  private Envelope() {}

  static void write(MutableDirectBuffer to, byte kind, int gateway, long incarnation, long number) {
    to.putByte(KIND_AT, kind);
    to.putByte(VERSION_AT, VERSION);
    to.putShort(ZERO_AT, (short) 0);
    to.putInt(GATEWAY_AT, gateway, ByteOrder.LITTLE_ENDIAN);
    to.putLong(INCARNATION_AT, incarnation, ByteOrder.LITTLE_ENDIAN);
    to.putLong(NUMBER_AT, number, ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether these bytes are an envelope of this version. */
  static boolean isValid(DirectBuffer buffer, int offset, int length) {
    if (length < BYTES || buffer.getByte(offset + VERSION_AT) != VERSION) {
      return false;
    }
    return switch (kind(buffer, offset)) {
      case HELLO -> length == BYTES;
      case COMMAND -> true;
      case HASHES -> length == HASHES_BYTES;
      default -> false;
    };
  }

  static byte kind(DirectBuffer buffer, int offset) {
    return buffer.getByte(offset + KIND_AT);
  }

  static int gateway(DirectBuffer buffer, int offset) {
    return buffer.getInt(offset + GATEWAY_AT, ByteOrder.LITTLE_ENDIAN);
  }

  static long incarnation(DirectBuffer buffer, int offset) {
    return buffer.getLong(offset + INCARNATION_AT, ByteOrder.LITTLE_ENDIAN);
  }

  static long number(DirectBuffer buffer, int offset) {
    return buffer.getLong(offset + NUMBER_AT, ByteOrder.LITTLE_ENDIAN);
  }

  static void writeHashes(MutableDirectBuffer to, int node, long command, long event, long state) {
    write(to, HASHES, node, 0, command);
    to.putLong(BYTES, event, ByteOrder.LITTLE_ENDIAN);
    to.putLong(BYTES + Long.BYTES, state, ByteOrder.LITTLE_ENDIAN);
  }

  static long eventHash(DirectBuffer buffer, int offset) {
    return buffer.getLong(offset + BYTES, ByteOrder.LITTLE_ENDIAN);
  }

  static long stateHash(DirectBuffer buffer, int offset) {
    return buffer.getLong(offset + BYTES + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
  }
}
