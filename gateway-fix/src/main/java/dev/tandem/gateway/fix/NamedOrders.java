package dev.tandem.gateway.fix;

import dev.tandem.gateway.fix.ClOrdIds.Name;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import quickfix.Message;

/**
 * Submits orders whose ClOrdIDs are texts, each behind the line of the file that has its number.
 * While lines are being written, orders wait, and theirs are written together with the next ones.
 * On the thread of FIX.
 */
final class NamedOrders {

  private record Waiting(FixSession session, FixOrder order, Message asked) {}

  private final ClOrdIds ids;
  private final NameFile file;
  private final Executor writer;
  private final FixServer server;
  private List<Waiting> waiting = new ArrayList<>();
  private boolean writing;

  /** The file is to be made anew: at first, each day, and when it could not be written. */
  private boolean anew = true;

  /**
   * @param writer the thread that has the file
   */
  NamedOrders(ClOrdIds ids, NameFile file, Executor writer, FixServer server) {
    this.ids = ids;
    this.file = file;
    this.writer = writer;
    this.server = server;
  }

  /** The order's number was just found or made. */
  void submit(FixSession session, FixOrder order, Message asked) {
    if (!writing && !ids.hasUnwritten()) {
      server.submit(session, order, asked);
      return;
    }
    waiting.add(new Waiting(session, order, asked));
    writeNext();
  }

  /** Drops from the file what is not known any more, with the next names. */
  void writeAnew() {
    anew = true;
  }

  private void writeNext() {
    if (writing) {
      return;
    }
    List<Waiting> orders = waiting;
    waiting = new ArrayList<>();
    List<Name> names = ids.takeUnwritten();
    List<Name> all = anew ? ids.all() : null;
    anew = false;
    writing = true;
    writer.execute(
        () -> {
          IOException failure = write(names, all);
          server.run(() -> written(orders, names, failure));
        });
  }

  private IOException write(List<Name> names, List<Name> all) {
    try {
      if (all == null) {
        file.add(names);
      } else {
        file.begin(all);
      }
      return null;
    } catch (IOException e) {
      return e;
    } catch (RuntimeException | Error e) {
      return new IOException(e);
    }
  }

  private void written(List<Waiting> orders, List<Name> names, IOException failure) {
    writing = false;
    if (failure == null) {
      orders.forEach(each -> server.submit(each.session(), each.order(), each.asked()));
    } else {
      fail(orders, names, failure);
    }
    if (ids.hasUnwritten() || !waiting.isEmpty()) {
      writeNext();
    }
  }

  /** None of them was submitted; those behind them may have their names, too. */
  private void fail(List<Waiting> orders, List<Name> names, IOException failure) {
    anew = true;
    server.storeFailed("the file of ClOrdIDs cannot be written", failure);
    names.forEach(ids::forget);
    ids.takeUnwritten().forEach(ids::forget);
    orders.forEach(each -> each.session().notTaken());
    waiting.forEach(each -> each.session().notTaken());
    waiting.clear();
  }
}
