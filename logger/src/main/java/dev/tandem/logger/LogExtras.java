package dev.tandem.logger;

import dev.tandem.logger.format.ArgumentType;
import dev.tandem.logger.format.Arguments;
import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a record may have beside its message: a context (MDC), markers, keys and values. Immutable;
 * all is turned into text when it is made, but for values that are numbers or the like.
 */
public final class LogExtras {
  /** No marker, no context and no pairs. */
  public static final LogExtras NONE = new Builder().build();

  private final String[] context;
  private final String[] markers;
  private final Object[] keyValues;

  private LogExtras(Builder from) {
    context = from.context.toArray(new String[0]);
    markers = from.markers.toArray(new String[0]);
    keyValues = from.keyValues.toArray();
  }

  public static Builder builder() {
    return new Builder();
  }

  static LogExtras of(SinkRecord record) {
    List<Object> pairs = record.keysAndValues();
    if (record.context().isEmpty() && record.markers().isEmpty() && pairs.isEmpty()) {
      return NONE;
    }
    Builder extras = builder().context(record.context());
    record.markers().forEach(extras::marker);
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      extras.keyValue(String.valueOf(pairs.get(i)), pairs.get(i + 1));
    }
    return extras.build();
  }

  void encode(RecordBuffer buffer) {
    encode(buffer, RecordLayout.BLOCK_CONTEXT, context, 2);
    encode(buffer, RecordLayout.BLOCK_MARKERS, markers, 1);
    if (keyValues.length > 0 && !buffer.full()) {
      int start = buffer.beginBlock(RecordLayout.BLOCK_TYPED_KEY_VALUES);
      for (int i = 0; i < keyValues.length && !buffer.full(); i += 2) {
        buffer.string((String) keyValues[i]);
        typed(buffer, keyValues[i + 1]);
      }
      buffer.endBlock(start);
    }
  }

  private static void typed(RecordBuffer buffer, Object value) {
    int type = ArgumentType.of(value);
    buffer.word(type);
    if (type == ArgumentType.STRING) {
      buffer.string((String) value);
    } else {
      buffer.word(ArgumentType.bits(type, value));
    }
  }

  private static void encode(RecordBuffer buffer, int kind, String[] texts, int unit) {
    if (texts.length == 0 || buffer.full()) {
      return;
    }
    int start = buffer.beginBlock(kind);
    for (int i = 0; i < texts.length && !buffer.full(); i += unit) {
      for (int j = i; j < i + unit; j++) {
        buffer.string(texts[j]);
      }
    }
    buffer.endBlock(start);
  }

  /** Collects what a record has; for one thread. */
  public static final class Builder {
    private final List<String> context = new ArrayList<>(0);
    private final List<String> markers = new ArrayList<>(0);
    private final List<Object> keyValues = new ArrayList<>(0);

    private Builder() {}

    /** Copies a context; null is an empty one. */
    public Builder context(Map<String, String> map) {
      if (map != null) {
        map.forEach(
            (key, value) -> {
              context.add(String.valueOf(key));
              context.add(String.valueOf(value));
            });
      }
      return this;
    }

    public Builder marker(String name) {
      markers.add(String.valueOf(name));
      return this;
    }

    public Builder keyValue(String key, Object value) {
      keyValues.add(String.valueOf(key));
      keyValues.add(Arguments.plain(value));
      return this;
    }

    public LogExtras build() {
      return new LogExtras(this);
    }
  }
}
