package dev.tandem.logger.format;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * One record of one thread, put together before its place is claimed: the caller's {@code toString}
 * runs outside of the claim, and the time between claim and commit is that of one copy. Allocates
 * only to grow.
 */
public final class RecordBuffer {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** No byte of UTF-8 has this value. */
  private static final byte SENTINEL = (byte) 0xFF;

  /** A buffer that a rare long record made is not kept. */
  private static final int KEPT_BYTES = 1 << 16;

  private final int most;
  private byte[] bytes;
  private MemorySegment segment;
  private int end;
  private int flags;

  public RecordBuffer(int most) {
    this.most = most;
    allocate(1024);
  }

  public void begin(int kind, int level, long time, int thread, int logger, int aux) {
    if (bytes.length > KEPT_BYTES) {
      allocate(1024);
    }
    LONGS.set(bytes, RecordLayout.TIME_AT, time);
    INTS.set(bytes, RecordLayout.THREAD_AT, thread);
    INTS.set(bytes, RecordLayout.LOGGER_AT, logger);
    INTS.set(bytes, RecordLayout.KIND_AT, kind | level << 8);
    INTS.set(bytes, RecordLayout.AUX_AT, aux);
    flags = 0;
    end = RecordLayout.HEADER_BYTES;
  }

  /** The message of a text record. */
  public void text(CharSequence text) {
    int from = end;
    append(text);
    INTS.set(bytes, RecordLayout.AUX_AT, end - from);
  }

  /** A number, or what stands for one. */
  public void word(long value) {
    pad();
    ensure(8);
    LONGS.set(bytes, end, value);
    end += 8;
  }

  /** A text with its length before it, padded. */
  public void string(CharSequence text) {
    pad();
    ensure(8);
    int at = end;
    end += 4;
    append(text);
    INTS.set(bytes, at, end - at - 4);
    pad();
  }

  /** Begins a block; {@link #endBlock} wants what this returns. */
  public int beginBlock(int kind) {
    pad();
    ensure(8);
    flags |= RecordLayout.HAS_BLOCKS;
    INTS.set(bytes, end, kind);
    end += 8;
    return end;
  }

  public void endBlock(int start) {
    INTS.set(bytes, start - 4, end - start);
    pad();
  }

  /** Whether no more should be added; the record then says that it was cut. */
  public boolean full() {
    if (end <= most - 256) {
      return false;
    }
    flags |= RecordLayout.CUT;
    return true;
  }

  /** Completes the record; returns its length. */
  public int finish() {
    int length = end;
    pad();
    bytes[RecordLayout.FLAGS_AT] = (byte) flags;
    return length;
  }

  public byte[] bytes() {
    return bytes;
  }

  private void append(CharSequence text) {
    int room = most - end - 64;
    int length = text.length();
    if (length > room / 3) {
      CharSequence fitting = fitting(text, room);
      if (fitting.length() < length) {
        flags |= RecordLayout.CUT;
      }
      append(fitting, fitting.length());
    } else {
      append(text, length);
    }
  }

  private void append(CharSequence text, int length) {
    ensure(3 * length + 2);
    if (text instanceof String string) {
      appendString(string, length);
    } else if (!(text instanceof StringBuilder builder) || !appendAscii(builder, length)) {
      appendString(text.toString(), length);
    }
  }

  private void appendString(String text, int length) {
    // Copies the string's own bytes if they are ASCII, without garbage, and ends them with a zero.
    // Anything longer would have replaced the sentinel behind it.
    bytes[end + length + 1] = SENTINEL;
    segment.setString(end, text, StandardCharsets.UTF_8);
    if (bytes[end + length + 1] == SENTINEL) {
      end += length;
    } else {
      end += encodedLength(text);
    }
  }

  /** A builder's text is read in place, as a string of it would be garbage. */
  private boolean appendAscii(StringBuilder text, int length) {
    int at = end;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return false;
      }
      bytes[at + i] = (byte) c;
    }
    end = at + length;
    return true;
  }

  /** The longest beginning of a text whose bytes fit, without half of a surrogate pair. */
  private static CharSequence fitting(CharSequence text, int room) {
    int used = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      int bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : pair ? 4 : 3;
      if (used + bytes > room) {
        return text.subSequence(0, i);
      }
      used += bytes;
      i += pair ? 1 : 0;
    }
    return text;
  }

  private static int encodedLength(String text) {
    int used = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        used++;
      } else if (c < 0x800) {
        used += 2;
      } else if (!Character.isSurrogate(c)) {
        used += 3;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        used += 4;
        i++;
      } else {
        // The encoder writes a question mark for half a pair.
        used++;
      }
    }
    return used;
  }

  private void pad() {
    ensure(8);
    int padded = (end + 7) & -8;
    if (padded != end) {
      // Eight zeros at once: what is beyond the padding is not written yet.
      LONGS.set(bytes, end, 0L);
      end = padded;
    }
  }

  private void ensure(int more) {
    if (end + more + 16 > bytes.length) {
      byte[] old = bytes;
      allocate(Math.max(2 * bytes.length, end + more + 16));
      System.arraycopy(old, 0, bytes, 0, end);
    }
  }

  private void allocate(int size) {
    bytes = new byte[size];
    segment = MemorySegment.ofArray(bytes);
  }
}
