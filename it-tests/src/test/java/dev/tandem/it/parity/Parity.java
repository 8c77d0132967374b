package dev.tandem.it.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.function.Function;

/** Runs a stream of commands through an exchange in Java and one in C++, side by side. */
public final class Parity {

  /** A stream of commands into a new exchange in Java that answers to a {@link Shadow}. */
  public interface Feed extends AutoCloseable {

    /** How many commands there are to send. */
    int size();

    /** Sends the commands up to, without, this one. */
    void sendTo(int end);

    /** What a command is, for a message. */
    String describe(int command);

    long eventHash();

    long stateHash();

    @Override
    void close();
  }

  private Parity() {}

  /**
   * Compares every answer and event record, and the state hash after every few commands and at the
   * end; on a difference it says which command is the first one to differ.
   *
   * @param every how many commands there are between two looks at the state
   * @return how many commands were compared
   */
  public static long check(String name, boolean risk, Function<Shadow, Feed> open, int every) {
    try (Shadow shadow = new Shadow(risk);
        Feed feed = open.apply(shadow)) {
      int sent = 0;
      while (sent < feed.size()) {
        int end = Math.min(feed.size(), sent + every);
        if (!sendEqual(name, shadow, feed, end)) {
          return failAtFirst(name, risk, open, sent);
        }
        sent = end;
      }
      assertThat(shadow.eventHash()).as("%s: event hash", name).isEqualTo(feed.eventHash());
      return shadow.commands();
    }
  }

  /** Sends some commands; whether the states are equal afterwards. */
  private static boolean sendEqual(String name, Shadow shadow, Feed feed, int end) {
    try {
      feed.sendTo(end);
      return feed.stateHash() == shadow.stateHash();
    } catch (RuntimeException e) {
      if (shadow.difference() == null) {
        throw e;
      }
      throw new AssertionError(name + ", first difference at " + shadow.difference(), e);
    }
  }

  /** Does it all again, and looks at the state after each command from this one on. */
  private static long failAtFirst(
      String name, boolean risk, Function<Shadow, Feed> open, int from) {
    try (Shadow shadow = new Shadow(risk);
        Feed feed = open.apply(shadow)) {
      feed.sendTo(from);
      for (int at = from; at < feed.size(); at++) {
        if (!sendEqual(name, shadow, feed, at + 1)) {
          return fail(
              "%s: the states differ first after command %d of the stream, %s%n  Java: %016x%n  C++:  %016x",
              name, at, feed.describe(at), feed.stateHash(), shadow.stateHash());
        }
      }
      return fail("%s: the states differed after command %d, but not again", name, from);
    }
  }
}
