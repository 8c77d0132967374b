package dev.tandem.gateway.orderentry;

import dev.tandem.gateway.command.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The limits that have refused commands, by session and sequence, for who sends them again: the
 * kernel knows only that it has refused them. Keeps the last {@value #MOST}, and none over a
 * restart. On the event loop.
 */
final class LimitRefusals {

  static final int MOST = 65_536;

  private record Sent(long client, long sequence) {}

  private final Map<Sent, Refusal> refusals =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Sent, Refusal> eldest) {
          return size() > MOST;
        }
      };

  /** A limit has refused a command. */
  void add(long client, long sequence, Refusal refusal) {
    refusals.put(new Sent(client, sequence), refusal);
  }

  /** The limit that has refused a command; null if none has, or it is too long ago. */
  Refusal find(long client, long sequence) {
    return refusals.get(new Sent(client, sequence));
  }
}
