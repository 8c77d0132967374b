package dev.tandem.client;

import dev.tandem.client.wire.SubscribeUser;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The users that a session follows, and how far it is with each. Guarded by its owner's lock. */
final class Followed {

  private static final int WAS_HEARD = 1;
  private static final int GONE = 2;
  private static final int RESTARTED = 3;

  /** One user: what was reported, by which start of the gateway. */
  private static final class User {
    private long run;
    private long number;

    /** Requests for a subscription so far. */
    private int asked;
  }

  private final Map<Long, User> users = new LinkedHashMap<>();

  /** Follows one more; false if it is followed already. */
  boolean add(long user) {
    return users.putIfAbsent(user, new User()) == null;
  }

  boolean has(long user) {
    return users.containsKey(user);
  }

  /** Requests one user's subscription, from the last report that came. */
  void ask(long user, ByteArrayOutputStream to) {
    User one = users.get(user);
    one.asked++;
    SubscribeUser message = new SubscribeUser();
    byte[] bytes = new byte[message.length()];
    message.start(ByteBuffer.wrap(bytes), 0).user(user).run(one.run).from(one.number);
    to.writeBytes(bytes);
  }

  /** Requests all subscriptions, on a new connection. */
  void askAll(ByteArrayOutputStream to) {
    users.keySet().forEach(user -> ask(user, to));
  }

  /** What the gateway has said where reports begin; what was missed for good, or null. */
  Missed received(long user, long run, long number, int outcome) {
    User one = users.get(user);
    if (one == null) {
      return null;
    }
    one.run = run;
    one.number = number;
    return switch (outcome) {
      case WAS_HEARD -> null;
      case GONE -> Missed.REPORTS_GONE;
      case RESTARTED -> Missed.RESTARTED;
      default -> one.asked > 1 ? Missed.NOT_BEGUN : null;
    };
  }

  /** A report has come, and was handed on. */
  void reported(long user, long number) {
    User one = users.get(user);
    if (one != null) {
      one.number = number;
    }
  }
}
