package dev.tandem.app.wal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;

/** A command of a log, with its answer if that is known: for a person, and as JSON. */
final class CommandView {

  private static final String TRADE_INDENT = "    ";

  private CommandView() {}

  /**
   * A line, and below it one for each trade that was chosen.
   *
   * @param answered whether the slot holds the answer too
   */
  static String text(long sequence, Command c, boolean answered, RecordChoice choice) {
    StringBuilder text = new StringBuilder();
    text.append(sequence).append(' ').append(Json.time(c.timestampNs)).append(' ');
    text.append(CommandType.nameOf(c.type));
    appendInputs(text, c);
    if (answered) {
      text.append(" -> ").append(ResultCode.of(c.result));
      if (c.firstResult != ResultCode.PENDING_CODE) {
        text.append(", first ").append(ResultCode.of(c.firstResult));
      }
      if (!c.isRejected()) {
        appendOutcome(text, c);
      }
      for (int i = 0; i < c.outcomes.count(); i++) {
        if (shows(choice, c.outcomes, i)) {
          text.append(System.lineSeparator()).append(TRADE_INDENT);
          OutcomeView.append(text, c.outcomes, i);
        }
      }
    }
    return text.toString();
  }

  private static boolean shows(RecordChoice choice, Outcomes outcomes, int i) {
    return !choice.isPersonal() || choice.includes(outcomes, i);
  }

  private static void appendInputs(StringBuilder text, Command c) {
    switch (c.type) {
      case CommandType.ADD_SYMBOL, CommandType.UPDATE_SYMBOL ->
          text.append(' ').append(c.payload == null ? "symbol " + c.symbol : c.payload);
      case CommandType.ADD_CURRENCY ->
          text.append(" currency ").append(c.currency).append(' ').append(c.payload);
      case CommandType.START_AUCTION,
          CommandType.UNCROSS,
          CommandType.END_SESSION,
          CommandType.TICK ->
          text.append(" symbol ").append(c.symbol);
      case CommandType.MASS_CANCEL -> {
        text.append(" symbol ").append(c.symbol).append(" of ");
        text.append(c.userId == 0 ? "all users" : "user " + c.userId);
        text.append(c.side == Side.BOTH_CODE ? "" : " " + side(c.side));
      }
      case CommandType.SET_STATE ->
          text.append(" symbol ").append(c.symbol).append(' ').append(state(c.terms));
      case CommandType.ADD_USER, CommandType.SUSPEND_USER, CommandType.RESUME_USER ->
          text.append(" user ").append(c.userId);
      case CommandType.SET_SELF_TRADE_GROUP ->
          text.append(" user ").append(c.userId).append(" group ").append(c.groupId());
      case CommandType.ADJUST_BALANCE ->
          text.append(" user ")
              .append(c.userId)
              .append(" currency ")
              .append(c.currency)
              .append(" amount ")
              .append(Figures.count(c.amount))
              .append(" transaction ")
              .append(c.transactionId);
      case CommandType.TRANSFER ->
          text.append(" from user ")
              .append(c.userId)
              .append(" to user ")
              .append(c.payeeId())
              .append(" currency ")
              .append(c.currency)
              .append(" amount ")
              .append(Figures.count(c.amount))
              .append(" transaction ")
              .append(c.transactionId);
      case CommandType.WITHDRAW_FEES ->
          text.append(" currency ").append(c.currency).append(" amount ").append(c.amount);
      case CommandType.PLACE,
          CommandType.CANCEL,
          CommandType.REDUCE,
          CommandType.MOVE,
          CommandType.AMEND ->
          appendOrder(text, c);
      default -> {
        // A NOP stands for a query, and has no inputs.
      }
    }
    if (c.clientKey != 0) {
      text.append(" client ").append(c.clientKey).append('/').append(c.clientSequence);
    }
    if (c.refusal != 0) {
      text.append(" refused by a door: ").append(refusal(c.refusal));
    }
  }

  /** A code that no door has was logged as it came, and refused, too. */
  private static String refusal(byte code) {
    return ResultCode.isOfDoor(code) ? ResultCode.of(code).name() : "code " + code;
  }

  private static void appendOrder(StringBuilder text, Command c) {
    text.append(" symbol ").append(c.symbol).append(" user ").append(c.userId);
    text.append(" order ").append(c.orderId);
    switch (c.type) {
      case CommandType.PLACE -> {
        text.append(' ')
            .append(side(c.side))
            .append(' ')
            .append(OrderTerms.nameOf(c.terms))
            .append(' ')
            .append(c.quantity)
            .append(c.price == 0 ? " at any price" : " at " + c.price);
        Instructions said = c.instructions();
        if (said != null && said.triggerPrice() != 0) {
          text.append(" trigger ").append(said.triggerPrice());
        }
        if (said != null && said.trailing() != 0) {
          text.append(" trailing by ").append(said.trailing());
          text.append(said.trailsInPpm() ? " ppm" : "");
        }
        if (said != null && said.postOnly() != 0) {
          text.append(" post only ").append(postOnly(said.postOnly()));
        }
        if (said != null && said.selfTrade() != 0) {
          text.append(" self-trade ").append(selfTrade(said.selfTrade()));
        }
        if (said != null && said.budget() != 0) {
          text.append(" budget ").append(said.budget());
        }
        if (said != null && said.minQuantity() != 0) {
          text.append(" at least ").append(said.minQuantity());
        }
        if (said != null && said.displayQuantity() != 0) {
          text.append(" showing ").append(said.displayQuantity());
        }
        if (said != null && said.linkedOrder() != 0) {
          text.append(" linked to ").append(said.linkedOrder());
        }
        if (said != null && said.expireTime() != 0) {
          text.append(" until ").append(Json.time(said.expireTime()));
        }
      }
      case CommandType.REDUCE -> text.append(" by ").append(c.quantity);
      case CommandType.MOVE ->
          text.append(" to ")
              .append(c.quantity == 0 ? "what is open" : c.quantity)
              .append(" at ")
              .append(c.price);
      case CommandType.AMEND -> {
        text.append(" to ").append(c.quantity).append(" in all at ").append(c.price);
        if (c.instructions() != null && c.instructions().triggerPrice() != 0) {
          text.append(" trigger ").append(c.instructions().triggerPrice());
        }
      }
      default -> {
        // A cancel says all by its order.
      }
    }
  }

  private static void appendOutcome(StringBuilder text, Command c) {
    if (!CommandType.isOfBook(c.type)) {
      return;
    }
    if (c.type == CommandType.UNCROSS) {
      text.append(", ").append(c.filledQuantity).append(" at ").append(c.orderPrice);
      return;
    }
    if (CommandType.worksInParts(c.type)) {
      text.append(", left ").append(c.openQuantity);
    }
    if (CommandType.isOfOrder(c.type)) {
      text.append(", filled ").append(c.filledQuantity).append(", open ").append(c.openQuantity);
      text.append(", taken off ").append(c.releasedQuantity);
      boolean priced = c.type == CommandType.PLACE || CommandType.mayMove(c.type);
      if (priced && c.orderPrice != c.price) {
        text.append(", at ").append(c.orderPrice);
      }
    }
  }

  /** The same as JSON; a trade of an uncross has the buy order for its taker. */
  static ObjectNode json(long sequence, Command c, boolean answered, RecordChoice choice) {
    ObjectNode json = Json.object();
    json.put("sequence", sequence);
    json.put("time", Json.time(c.timestampNs));
    json.put("command", CommandType.nameOf(c.type));
    boolean order = CommandType.isOfOrder(c.type);
    if (CommandType.isOfBook(c.type)) {
      json.put("symbol", c.symbol);
    }
    if (order || c.userId != 0) {
      json.put("user", c.userId);
    }
    if (order) {
      json.put("order", c.orderId);
    }
    if (c.type == CommandType.MASS_CANCEL && c.side != Side.BOTH_CODE) {
      json.put("side", side(c.side));
    }
    if (c.type == CommandType.PLACE) {
      boolean known = OrderTerms.isKnown(c.terms);
      json.put("side", side(c.side));
      if (known && !OrderTerms.isLimit(c.terms)) {
        json.put("type", OrderTerms.type(c.terms).name());
      }
      json.put(
          "timeInForce",
          known ? OrderTerms.timeInForce(c.terms).name() : OrderTerms.nameOf(c.terms));
    }
    if (c.instructions() != null) {
      putInstructions(json, c.instructions());
    }
    if (c.type == CommandType.SET_STATE) {
      json.put("state", state(c.terms));
    }
    if (c.type == CommandType.PLACE || CommandType.mayMove(c.type)) {
      json.put("price", c.price);
    }
    if (order && c.type != CommandType.CANCEL) {
      json.put("quantity", c.quantity);
    }
    if (c.type == CommandType.TRANSFER) {
      json.put("payee", c.payeeId());
    } else if (c.type == CommandType.SET_SELF_TRADE_GROUP) {
      json.put("group", c.groupId());
    }
    if ((c.amount | c.currency | c.transactionId) != 0) {
      json.put("currency", c.currency).put("amount", c.amount);
      json.put("transaction", c.transactionId);
    }
    if (c.payload instanceof SymbolSpec spec) {
      putSymbol(json, spec);
    } else if (c.payload instanceof Naming naming) {
      json.put("currency", c.currency);
      json.put("name", naming.name()).put("decimals", naming.decimals());
    }
    if (c.clientKey != 0) {
      json.put("clientKey", c.clientKey).put("clientSequence", c.clientSequence);
    }
    if (c.refusal != 0) {
      json.put("refusal", refusal(c.refusal));
    }
    if (answered) {
      putAnswer(json, c, choice);
    }
    return json;
  }

  private static void putInstructions(ObjectNode json, Instructions said) {
    if (said.triggerPrice() != 0) {
      json.put("triggerPrice", said.triggerPrice());
    }
    if (said.trailing() != 0) {
      json.put(said.trailsInPpm() ? "trailingPpm" : "trailing", said.trailing());
    }
    if (said.postOnly() != 0) {
      json.put("postOnly", postOnly(said.postOnly()));
    }
    if (said.selfTrade() != 0) {
      json.put("selfTrade", selfTrade(said.selfTrade()));
    }
    if (said.budget() != 0) {
      json.put("budget", said.budget());
    }
    if (said.minQuantity() != 0) {
      json.put("minQuantity", said.minQuantity());
    }
    if (said.displayQuantity() != 0) {
      json.put("displayQuantity", said.displayQuantity());
    }
    if (said.linkedOrder() != 0) {
      json.put("linkedOrder", said.linkedOrder());
    }
    if (said.expireTime() != 0) {
      json.put("expireTime", Json.time(said.expireTime()));
    }
  }

  private static void putSymbol(ObjectNode json, SymbolSpec spec) {
    json.put("symbol", spec.symbol());
    json.put("baseCurrency", spec.baseCurrency()).put("quoteCurrency", spec.quoteCurrency());
    json.put("lotScale", spec.lotScale()).put("tickScale", spec.tickScale());
    json.put("makerFeePpm", spec.makerFeePpm()).put("takerFeePpm", spec.takerFeePpm());
    LotLimits limits = spec.limits();
    json.put("lotStep", limits.lotStep());
    json.put("minLots", limits.minLots()).put("maxLots", limits.maxLots());
    json.put("maxValue", limits.maxValue());
    json.put("protectionPoints", spec.protectionPoints());
    if (spec.naming().isNamed()) {
      json.put("name", spec.naming().name());
      json.put("priceDecimals", spec.naming().decimals());
      json.put("quantityDecimals", spec.naming().quantityDecimals());
    }
  }

  private static void putAnswer(ObjectNode json, Command c, RecordChoice choice) {
    json.put("result", ResultCode.of(c.result).name());
    if (c.firstResult != ResultCode.PENDING_CODE) {
      json.put("firstResult", ResultCode.of(c.firstResult).name());
    }
    if (CommandType.isOfBook(c.type) && !c.isRejected()) {
      json.put("filledQuantity", c.filledQuantity);
      json.put("openQuantity", c.openQuantity);
      json.put("releasedQuantity", c.releasedQuantity);
      if (c.preventedQuantity() != 0) {
        json.put("preventedQuantity", c.preventedQuantity());
      }
      json.put("orderPrice", c.orderPrice);
    }
    ArrayNode trades = json.putArray("trades");
    ArrayNode changes = Json.object().arrayNode();
    for (int i = 0; i < c.outcomes.count(); i++) {
      if (shows(choice, c.outcomes, i)) {
        OutcomeView.put(c.outcomes.isTrade(i) ? trades : changes, c.outcomes, i);
      }
    }
    if (!changes.isEmpty()) {
      json.set("changes", changes);
    }
  }

  private static String state(byte code) {
    return SymbolState.isKnown(code) ? SymbolState.of(code).name() : "state " + code;
  }

  /** A code that stands for none was logged as it came, and refused. */
  private static String postOnly(int code) {
    return PostOnly.isKnown(code) ? PostOnly.of(code).name() : "mode " + code;
  }

  /** A code that stands for none was logged as it came, and refused. */
  private static String selfTrade(int code) {
    return SelfTrade.isKnown(code) ? SelfTrade.of(code).name() : "mode " + code;
  }

  /** A code that stands for none was logged as it came, and refused. */
  private static String side(byte code) {
    return code == Side.BUY_CODE || code == Side.SELL_CODE ? Side.of(code).name() : "side " + code;
  }
}
