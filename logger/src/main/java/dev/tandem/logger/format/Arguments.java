package dev.tandem.logger.format;

import dev.tandem.logger.text.Patterns;

/** The arguments of one call, as they will stand in its record. Kept by a thread and used again. */
public final class Arguments {
  private final long[] words = new long[ArgumentType.MOST];
  private final String[] texts = new String[ArgumentType.MOST];
  private long signature;
  private int count;

  public Arguments clear() {
    signature = 0;
    count = 0;
    return this;
  }

  public Arguments add(int type, long bits) {
    words[count] = bits;
    return typed(type);
  }

  /** A value that {@link #plain} gave. */
  public Arguments add(Object value) {
    int type = ArgumentType.of(value);
    if (type == ArgumentType.STRING) {
      texts[count] = (String) value;
      return typed(type);
    }
    return add(type, ArgumentType.bits(type, value));
  }

  public boolean full() {
    return count == ArgumentType.MOST;
  }

  public long signature() {
    return signature;
  }

  public void encode(RecordBuffer buffer) {
    for (int i = 0; i < count; i++) {
      if (ArgumentType.at(signature, i) == ArgumentType.STRING) {
        buffer.string(texts[i]);
        // A record must not keep its caller's text alive.
        texts[i] = null;
      } else {
        buffer.word(words[i]);
      }
    }
  }

  /** The text that a reader would make of these arguments. */
  public String format(String pattern) {
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      int type = ArgumentType.at(signature, i);
      values[i] = type == ArgumentType.STRING ? texts[i] : ArgumentType.value(type, words[i]);
    }
    return Patterns.format(pattern, values);
  }

  /**
   * What is kept of a value: a number or the like as it is, anything else as its text. Runs the
   * caller's code, so it is called before anything of the record is put together.
   */
  public static Object plain(Object value) {
    if (ArgumentType.of(value) != ArgumentType.STRING || value instanceof String) {
      return value;
    }
    return Patterns.text(value);
  }

  private Arguments typed(int type) {
    signature |= (long) type << (4 * count++);
    return this;
  }
}
