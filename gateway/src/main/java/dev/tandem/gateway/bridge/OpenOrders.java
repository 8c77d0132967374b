package dev.tandem.gateway.bridge;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.command.Fills;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The live orders of all users, kept from the answers. Which session has placed an order is known
 * of those that were placed since the start. On the event loop.
 */
public final class OpenOrders implements AnswerListener {

  /** One live order; {@code client} is 0 where nobody knows which session it is of. */
  public record Open(long user, int symbol, long order, long client) {}

  private record Id(int symbol, long order) {}

  private final Map<Id, Open> orders = new HashMap<>();
  private final Map<Long, Set<Open>> users = new HashMap<>();
  private final Map<Long, Set<Open>> clients = new HashMap<>();

  OpenOrders() {}

  /** Takes over the orders of a book that was there before. */
  void add(BookSnapshot book) {
    for (Side side : Side.values()) {
      for (BookSnapshot.Order order : book.orders(side)) {
        put(new Open(order.userId(), book.symbol(), order.orderId(), 0));
      }
    }
  }

  /** How many a user has. */
  public int ofUser(long user) {
    return users.getOrDefault(user, Set.of()).size();
  }

  /** How many a session has. */
  public int ofClient(long client) {
    return clients.getOrDefault(client, Set.of()).size();
  }

  /** A copy of those of a user. */
  public Collection<Open> allOfUser(long user) {
    return List.copyOf(users.getOrDefault(user, Set.of()));
  }

  /** A copy of those of a session. */
  public Collection<Open> allOfClient(long client) {
    return List.copyOf(clients.getOrDefault(client, Set.of()));
  }

  /** How many there are. */
  public int size() {
    return orders.size();
  }

  @Override
  public void onAnswer(Command answer) {
    if (answer.result != ResultCode.OK_CODE || !CommandType.isOfBook(answer.type)) {
      return;
    }
    Fills.of(
        answer,
        (i, user, order, side, done) -> {
          if (done) {
            remove(answer.symbol, order);
          }
        });
    if (answer.type == CommandType.PLACE) {
      if (answer.openQuantity > 0) {
        put(new Open(answer.userId, answer.symbol, answer.orderId, answer.clientKey));
      }
    } else if (answer.type <= CommandType.MOVE && answer.openQuantity == 0) {
      remove(answer.symbol, answer.orderId);
    }
  }

  private void put(Open open) {
    orders.put(new Id(open.symbol, open.order), open);
    users.computeIfAbsent(open.user, u -> new LinkedHashSet<>()).add(open);
    if (open.client != 0) {
      clients.computeIfAbsent(open.client, c -> new LinkedHashSet<>()).add(open);
    }
  }

  private void remove(int symbol, long order) {
    Open gone = orders.remove(new Id(symbol, order));
    if (gone != null) {
      remove(users, gone.user, gone);
      remove(clients, gone.client, gone);
    }
  }

  private static void remove(Map<Long, Set<Open>> from, long key, Open gone) {
    Set<Open> all = from.get(key);
    if (all != null && all.remove(gone) && all.isEmpty()) {
      from.remove(key);
    }
  }
}
