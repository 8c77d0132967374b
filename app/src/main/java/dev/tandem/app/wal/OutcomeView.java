package dev.tandem.app.wal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ReleaseReason;
import dev.tandem.core.command.SymbolState;

/** What a command did to orders, row by row: for a person, and as JSON. */
final class OutcomeView {

  private OutcomeView() {}

  /** One outcome, without the end of the line. */
  static void append(StringBuilder text, Outcomes t, int i) {
    if (t.kind(i) == Outcomes.STATE) {
      text.append("state ").append(SymbolState.of(t.reason(i)));
      return;
    }
    if (!t.isTrade(i)) {
      text.append(verb(t.kind(i))).append(": order ").append(t.orderId(i));
      text.append(" of user ").append(t.userId(i)).append(", open ").append(t.openQuantity(i));
      if (t.kind(i) == Outcomes.SHOW) {
        text.append(", shown ").append(t.quantity(i)).append(": ").append(whyShown(t.reason(i)));
      }
      if (t.kind(i) == Outcomes.RELEASE) {
        text.append(", taken off ").append(t.quantity(i)).append(": ").append(why(t.reason(i)));
      }
      return;
    }
    boolean uncross = t.isAuction(i);
    text.append("trade ").append(t.quantity(i)).append(" at ").append(t.price(i));
    text.append(uncross ? ": buy order " : ": taker order ").append(t.takerOrderId(i));
    text.append(" of user ").append(t.takerUserId(i));
    text.append(uncross ? ", sell order " : ", maker order ").append(t.makerOrderId(i));
    text.append(" of user ").append(t.makerUserId(i));
  }

  /** Adds one outcome as an object; a trade of an uncross has the buy order for its taker. */
  static void put(ArrayNode to, Outcomes t, int i) {
    ObjectNode json = to.addObject();
    if (t.isTrade(i)) {
      json.put("price", t.price(i))
          .put("quantity", t.quantity(i))
          .put("takerOrder", t.takerOrderId(i))
          .put("takerUser", t.takerUserId(i))
          .put("makerOrder", t.makerOrderId(i))
          .put("makerUser", t.makerUserId(i));
      return;
    }
    json.put("change", name(t.kind(i)));
    if (t.kind(i) == Outcomes.STATE) {
      json.put("state", SymbolState.of(t.reason(i)).name());
      return;
    }
    json.put("order", t.orderId(i)).put("user", t.userId(i)).put("price", t.price(i));
    json.put("openQuantity", t.openQuantity(i));
    if (t.kind(i) == Outcomes.SHOW) {
      json.put("shownQuantity", t.quantity(i)).put("reason", whyShown(t.reason(i)));
    }
    if (t.kind(i) == Outcomes.RELEASE) {
      json.put("releasedQuantity", t.quantity(i)).put("reason", why(t.reason(i)));
    }
  }

  private static String verb(int kind) {
    return switch (kind) {
      case Outcomes.TRIGGER -> "triggered";
      case Outcomes.SLEEP -> "sleeps";
      case Outcomes.REST -> "rests";
      case Outcomes.SHOW -> "shows";
      default -> "leaves";
    };
  }

  private static String name(int kind) {
    return switch (kind) {
      case Outcomes.TRIGGER -> "TRIGGER";
      case Outcomes.SLEEP -> "SLEEP";
      case Outcomes.REST -> "REST";
      case Outcomes.SHOW -> "SHOW";
      case Outcomes.STATE -> "STATE";
      default -> "RELEASE";
    };
  }

  /** The reason of a SHOW. */
  private static String whyShown(int reason) {
    return switch (reason) {
      case Outcomes.BY_ENTRY -> "it came to rest";
      case Outcomes.BY_REFILL -> "the part before is used up";
      default -> "reason " + reason;
    };
  }

  /** The reason of a RELEASE. */
  private static String why(int reason) {
    return ReleaseReason.of(reason).words();
  }
}
