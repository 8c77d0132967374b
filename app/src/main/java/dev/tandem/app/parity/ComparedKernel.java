package dev.tandem.app.parity;

import dev.tandem.core.command.Side;
import java.util.Arrays;
import java.util.List;

/** A new exchange that a stream goes through in steps. One thread. */
interface ComparedKernel extends AutoCloseable {

  /** What came of some commands of a stream. */
  final class Answers {

    private static final int COMMAND_WORD = 1;

    private final long from;
    private final byte[] codes;
    private final long[] words;

    /**
     * Those from a command on.
     *
     * @param codes one for each command
     * @param words of all event records
     */
    Answers(long from, byte[] codes, long[] words) {
      this.from = from;
      this.codes = codes;
      this.words = words;
    }

    byte code(long command) {
      return codes[(int) (command - from)];
    }

    /** The words of all event records. */
    long[] words() {
      return words;
    }

    /** The words of the event records of a command. */
    long[] records(long command) {
      long[] found = new long[words.length];
      int count = 0;
      for (int at = 0; at < words.length; at += TwinExchange.RECORD_WORDS) {
        if (words[at + COMMAND_WORD] == command) {
          System.arraycopy(words, at, found, count, TwinExchange.RECORD_WORDS);
          count += TwinExchange.RECORD_WORDS;
        }
      }
      return Arrays.copyOf(found, count);
    }

    /** The first command that has another code or other records there; -1 if there is none. */
    long firstDifference(Answers other) {
      int code = Arrays.mismatch(codes, other.codes);
      int word = Arrays.mismatch(words, other.words);
      if (code < 0 && word < 0) {
        return -1;
      }
      long last = from + codes.length - 1;
      long byCode = code < 0 ? last : from + code;
      long byRecord =
          word < 0 ? last : Math.min(commandAt(word, last), other.commandAt(word, last));
      return Math.min(byCode, byRecord);
    }

    /** Whose record has this word; the last command's if there is none, or it says nonsense. */
    private long commandAt(int word, long last) {
      int record = word - word % TwinExchange.RECORD_WORDS;
      if (record >= words.length) {
        return last;
      }
      long command = words[record + COMMAND_WORD];
      return command < from ? last : Math.min(command, last);
    }
  }

  /** Applies the commands from one on, up to but without another, and waits for their answers. */
  Answers apply(CommandStream stream, long from, long to);

  /** The hash of the state; nothing may be applied after it. */
  long stateHash();

  /** What a user owns of a currency: nothing if there is no such user. */
  TwinExchange.Balance balance(long user, int currency);

  /** The best levels of a side, best first; none if there is no such symbol. */
  List<TwinExchange.Level> levels(int symbol, Side side, int most);

  @Override
  void close();
}
