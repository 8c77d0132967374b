package dev.tandem.gateway.websocket;

import dev.tandem.gateway.command.CommandRequest;
import dev.tandem.gateway.command.Listings;
import java.util.HashSet;
import java.util.Set;

/** The fields that messages of clients may have. */
final class StreamFields {

  static final Set<String> LOGIN =
      Set.of("op", "id", "key", "session", "time", "nonce", "signature");

  static final Set<String> SUBSCRIBE = Set.of("op", "id", "channel", "symbol", "run", "from");
  static final Set<String> UNSUBSCRIBE = Set.of("op", "id", "channel", "symbol");
  static final Set<String> EXECUTIONS = Set.of("op", "id", "user", "run", "from", Listings.UNITS);
  static final Set<String> ORDERS =
      Set.of("op", "id", "user", LiveOrders.LIMIT, LiveOrders.AFTER, Listings.UNITS);
  static final Set<String> BARE = Set.of("op", "id");

  /** The fields of all messages; each message has its own of them. */
  static final Set<String> FIELDS = fields();

  private StreamFields() {}

  private static Set<String> fields() {
    Set<String> all = new HashSet<>(LOGIN);
    all.addAll(SUBSCRIBE);
    all.addAll(ORDERS);
    for (CommandRequest request : CommandRequest.values()) {
      all.addAll(request.fields());
    }
    return Set.copyOf(all);
  }
}
