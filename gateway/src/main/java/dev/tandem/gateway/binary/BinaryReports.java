package dev.tandem.gateway.binary;

import dev.tandem.core.command.Command;
import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.command.Fills;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reports to sessions what happens to the orders of the users that they follow. On the event loop.
 */
final class BinaryReports implements AnswerListener, Fills.Visitor {

  private final Map<Long, List<BinarySession>> sessions = new HashMap<>();

  void add(long user, BinarySession session) {
    sessions.computeIfAbsent(user, u -> new ArrayList<>()).add(session);
  }

  void remove(BinarySession session) {
    for (long user : session.followed()) {
      List<BinarySession> of = sessions.get(user);
      if (of != null && of.remove(session) && of.isEmpty()) {
        sessions.remove(user);
      }
    }
  }

  @Override
  public void onAnswer(Command answer) {
    if (sessions.isEmpty() || !answer.changesOrders()) {
      return;
    }
    if (answer.changesOwnOrder()) {
      report(answer.userId, session -> session.othersCommand(answer));
    }
    Fills.of(answer, this);
  }

  @Override
  public void fill(
      Command answer, int trade, long user, long order, int side, boolean took, boolean done) {
    report(user, session -> session.fill(answer, trade, user, order, side, took, done));
  }

  @Override
  public void change(Command answer, int outcome) {
    report(answer.outcomes.userId(outcome), session -> session.change(answer, outcome));
  }

  private void report(long user, Consumer<BinarySession> what) {
    List<BinarySession> of = sessions.get(user);
    if (of != null) {
      // One that is cut off leaves the list.
      List.copyOf(of).forEach(session -> report(session, what));
    }
  }

  private static void report(BinarySession session, Consumer<BinarySession> what) {
    try {
      what.accept(session);
    } catch (RuntimeException | Error e) {
      Faults.end("a report cannot be sent; its connection ends", e, session::failed);
    }
  }
}
