package dev.tandem.logger.read;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.format.ArgumentType;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.text.Patterns;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the bytes of records into records; keeps what a file defines. One for each file. */
public final class RecordDecoder {
  private record Pattern(String text, long signature) {}

  private final Path file;
  private final Map<Integer, String> threads = new HashMap<>();
  private final Map<Integer, String> loggers = new HashMap<>();
  private final Map<Integer, Pattern> patterns = new HashMap<>();

  private MemorySegment bytes;
  private long at;

  /** Nothing behind it is read: the end of the record, or of the block. */
  private long limit;

  public RecordDecoder(Path file) {
    this.file = file;
  }

  /**
   * Decodes the record at which the cursor stands, and reports to the cursor if its parts do not
   * fit.
   *
   * @return null if it defines something, or does not fit
   */
  public LogRecord decode(LogRecordCursor cursor) {
    try {
      return decode(cursor.record(), cursor.offset());
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      cursor.malformed();
      return null;
    }
  }

  private LogRecord decode(MemorySegment record, long offset) {
    bytes = record;
    at = RecordLayout.HEADER_BYTES;
    limit = bytes.byteSize();
    int kind = bytes.get(ValueLayout.JAVA_BYTE, RecordLayout.KIND_AT);
    int thread = intAt(RecordLayout.THREAD_AT);
    int logger = intAt(RecordLayout.LOGGER_AT);
    int aux = intAt(RecordLayout.AUX_AT);
    switch (kind) {
      case RecordLayout.THREAD_NAME -> threads.put(thread, text(aux));
      case RecordLayout.LOGGER_NAME -> loggers.put(logger, text(aux));
      case RecordLayout.DESCRIPTOR -> {
        long signature = word();
        patterns.put(aux, new Pattern(string(), signature));
      }
      default -> {
        return record(kind, thread, logger, aux, offset);
      }
    }
    return null;
  }

  private LogRecord record(int kind, int thread, int logger, int aux, long offset) {
    String message;
    String pattern = null;
    List<Object> arguments = List.of();
    List<Long> dropped = null;
    if (kind == RecordLayout.TEXT) {
      message = text(aux);
    } else if (kind == RecordLayout.STRUCTURED) {
      Pattern known = patterns.get(aux);
      if (known == null) {
        message = "[pattern " + aux + " is not in what is left of this file]";
      } else {
        pattern = known.text();
        arguments = arguments(known.signature());
        message = Patterns.format(pattern, arguments.toArray());
      }
    } else if (kind == RecordLayout.DROPS) {
      dropped = new ArrayList<>();
      for (int i = 0; i < aux; i++) {
        dropped.add(word());
      }
      message = droppedText(dropped);
    } else {
      message = "[a record of the unknown kind " + kind + "]";
    }
    int flags = bytes.get(ValueLayout.JAVA_BYTE, RecordLayout.FLAGS_AT);
    Blocks blocks = new Blocks();
    if ((flags & RecordLayout.HAS_BLOCKS) != 0) {
      blocks.read();
    }
    LogLevel level = LogLevel.ofCode(bytes.get(ValueLayout.JAVA_BYTE, RecordLayout.LEVEL_AT));
    return new LogRecord(
        file,
        offset,
        bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, RecordLayout.TIME_AT),
        level == null ? LogLevel.ERROR : level,
        threads.getOrDefault(thread, "thread-" + thread),
        thread,
        loggers.getOrDefault(logger, "logger-" + logger),
        message,
        pattern,
        arguments,
        blocks.thrown,
        blocks.context,
        blocks.markers,
        blocks.keyValues,
        (flags & RecordLayout.CUT) != 0,
        dropped);
  }

  private static String droppedText(List<Long> dropped) {
    StringBuilder text = new StringBuilder("records dropped for want of room:");
    for (int i = 0; i < dropped.size(); i++) {
      LogLevel level = LogLevel.ofCode(i);
      if (dropped.get(i) != 0) {
        text.append(' ').append(level).append(' ').append(dropped.get(i));
      }
    }
    return text.toString();
  }

  private List<Object> arguments(long signature) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < ArgumentType.count(signature); i++) {
      int type = ArgumentType.at(signature, i);
      values.add(type == ArgumentType.STRING ? string() : ArgumentType.value(type, word()));
    }
    // May hold null.
    return Collections.unmodifiableList(values);
  }

  private int intAt(long offset) {
    return bytes.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
  }

  private long word() {
    at = SegmentLayout.alignedLength(at);
    check(8);
    long value = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    at += 8;
    return value;
  }

  private void check(int wanted) {
    if (wanted > limit - at) {
      throw new IndexOutOfBoundsException(wanted + " bytes where " + (limit - at) + " are left");
    }
  }

  private String text(int length) {
    check(length);
    byte[] text = bytes.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    at += length;
    return new String(text, StandardCharsets.UTF_8);
  }

  private String string() {
    at = SegmentLayout.alignedLength(at);
    check(4);
    int length = intAt(at);
    at += 4;
    String text = text(length);
    at = SegmentLayout.alignedLength(at);
    return text;
  }

  /** What stands behind the message. */
  private final class Blocks {
    private String thrown;
    private Map<String, String> context = Map.of();
    private List<String> markers = List.of();
    private List<Object> keyValues = List.of();

    void read() {
      at = SegmentLayout.alignedLength(at);
      while (at + 8 <= bytes.byteSize()) {
        int kind = intAt(at);
        int length = intAt(at + 4);
        at += 8;
        long end = at + length;
        if (length < 0 || end > bytes.byteSize()) {
          throw new IndexOutOfBoundsException("a block of " + length + " bytes");
        }
        // What a block holds ends with it: blocks within each other would be read again and again.
        limit = end;
        if (kind == RecordLayout.BLOCK_TYPED_KEY_VALUES) {
          keyValues = typed(end);
        } else {
          List<String> texts = new ArrayList<>();
          while (at + 8 <= end) {
            texts.add(string());
          }
          take(kind, texts);
        }
        limit = bytes.byteSize();
        at = SegmentLayout.alignedLength(end);
      }
    }

    private List<Object> typed(long end) {
      List<Object> pairs = new ArrayList<>();
      while (at + 8 <= end) {
        pairs.add(string());
        int type = (int) word();
        pairs.add(type == ArgumentType.STRING ? string() : ArgumentType.value(type, word()));
      }
      return Collections.unmodifiableList(pairs);
    }

    private void take(int kind, List<String> texts) {
      switch (kind) {
        case RecordLayout.BLOCK_THROWABLE -> thrown = texts.isEmpty() ? "" : texts.get(0);
        case RecordLayout.BLOCK_MARKERS -> markers = Collections.unmodifiableList(texts);
        case RecordLayout.BLOCK_KEY_VALUES -> keyValues = List.copyOf(texts);
        case RecordLayout.BLOCK_CONTEXT -> {
          Map<String, String> map = new LinkedHashMap<>();
          for (int i = 0; i + 1 < texts.size(); i += 2) {
            map.put(texts.get(i), texts.get(i + 1));
          }
          context = Collections.unmodifiableMap(map);
        }
        default -> {
          // A block of a later version.
        }
      }
    }
  }
}
