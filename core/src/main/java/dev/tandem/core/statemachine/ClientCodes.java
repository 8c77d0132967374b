package dev.tandem.core.statemachine;

import dev.tandem.core.command.ClientWindow;
import java.util.Arrays;

/**
 * What each client's commands were answered, by the places of its {@link ClientWindow}: a byte a
 * place, 0 where nothing was seen. 264 bytes a client, for ever. Not thread-safe.
 */
public final class ClientCodes {

  /** Words of a client's window: a byte a place, the first place lowest. */
  public static final int WORDS = ClientWindow.SIZE / Long.BYTES;

  private static final long BYTE = 0xff;

  private long[] highest = new long[16];
  private long[] codes = new long[16 * WORDS];

  /** Clients are numbered in the order they come, so those below this one are known. */
  private int size;

  ClientCodes() {}

  /** The code that this client's command with this sequence was answered with. */
  byte get(int client, long sequence) {
    return (byte) (codes[word(client, sequence)] >>> shift(sequence));
  }

  /** Keeps the code of a command that admission found to be new. */
  void put(int client, long sequence, byte code) {
    if (client == size) {
      add(sequence);
    } else if (sequence > highest[client]) {
      int skipped = ClientWindow.skipped(highest[client], sequence);
      for (int i = 1; i <= skipped; i++) {
        set(client, sequence - i, 0);
      }
      highest[client] = sequence;
    }
    set(client, sequence, code);
  }

  private void set(int client, long sequence, long code) {
    int word = word(client, sequence);
    int shift = shift(sequence);
    codes[word] = (codes[word] & ~(BYTE << shift)) | code << shift;
  }

  /** Adds the next client with its whole window. */
  void restore(long highestSequence, long[] window) {
    add(highestSequence);
    System.arraycopy(window, 0, codes, (size - 1) * WORDS, WORDS);
  }

  private void add(long sequence) {
    if (size == highest.length) {
      highest = Arrays.copyOf(highest, size * 2);
      codes = Arrays.copyOf(codes, size * 2 * WORDS);
    }
    highest[size++] = sequence;
  }

  private static int word(int client, long sequence) {
    return client * WORDS + ClientWindow.place(sequence) / Long.BYTES;
  }

  private static int shift(long sequence) {
    return ClientWindow.place(sequence) % Long.BYTES * Byte.SIZE;
  }

  /** Number of clients. */
  public int size() {
    return size;
  }

  /** The highest sequences, by client; what is behind the last client means nothing. */
  public long[] highest() {
    return highest;
  }

  /** The codes, {@link #WORDS} words a client. */
  public long[] codes() {
    return codes;
  }
}
