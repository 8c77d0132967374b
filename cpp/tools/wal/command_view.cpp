#include "command_view.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "../type_name.hpp"
#include "tandem/command/result_code.hpp"
#include "wal_text.hpp"

namespace tandem::tool {
namespace {

using command::Command;
using command::CommandInput;
using command::SymbolSpec;
using std::to_string;
namespace type = command::type;

bool isOfOrder(u8 code) { return code >= type::kPlace && code <= type::kMove; }

/** A code that stands for none was logged as it came, and refused. */
std::string sideText(u8 code) {
  if (code == command::kBuy || code == command::kSell) {
    return code == command::kBuy ? "BUY" : "SELL";
  }
  return "side " + to_string(static_cast<std::int8_t>(code));
}

std::string orderTypeText(u8 code) {
  if (code == command::kGtc || code == command::kIoc) {
    return code == command::kGtc ? "GTC" : "IOC";
  }
  return "type " + to_string(static_cast<std::int8_t>(code));
}

std::string symbolText(const SymbolSpec& spec) {
  return "SymbolSpec[symbol=" + to_string(spec.symbol) +
         ", baseCurrency=" + to_string(spec.baseCurrency) +
         ", quoteCurrency=" + to_string(spec.quoteCurrency) +
         ", lotScale=" + to_string(spec.lotScale) + ", tickScale=" + to_string(spec.tickScale) +
         ", makerFeePpm=" + to_string(spec.makerFeePpm) +
         ", takerFeePpm=" + to_string(spec.takerFeePpm) + "]";
}

std::string orderText(const CommandInput& c) {
  const std::string order = " symbol " + to_string(c.symbol) + " user " + to_string(c.userId) +
                            " order " + to_string(c.orderId);
  switch (c.type) {
    case type::kPlace:
      return order + " " + sideText(c.side) + " " + orderTypeText(c.orderType) + " " +
             to_string(c.quantity) + " at " + to_string(c.price);
    case type::kReduce:
      return order + " by " + to_string(c.quantity);
    case type::kMove:
      return order + " to " + (c.quantity == 0 ? "what is open" : to_string(c.quantity)) + " at " +
             to_string(c.price);
    default:
      // A cancel says all by its order.
      return order;
  }
}

std::string inputText(const CommandInput& c) {
  switch (c.type) {
    case type::kAddSymbol:
      return c.hasSpec ? std::string(" ").append(symbolText(c.spec))
                       : " symbol " + to_string(c.symbol);
    case type::kStartAuction:
    case type::kUncross:
      return " symbol " + to_string(c.symbol);
    case type::kAddUser:
    case type::kSuspendUser:
    case type::kResumeUser:
      return " user " + to_string(c.userId);
    case type::kAdjustBalance:
      return " user " + to_string(c.userId) + " currency " + to_string(c.currency) + " amount " +
             count(c.amount) + " transaction " + to_string(c.transactionId);
    case type::kWithdrawFees:
      return " currency " + to_string(c.currency) + " amount " + to_string(c.amount);
    default:
      // A NOP stands for a query, and has no inputs.
      return isOfOrder(c.type) ? orderText(c) : "";
  }
}

std::string outcomeText(const Command& c) {
  if (!type::isOfBook(c.type) || c.type == type::kStartAuction) {
    return "";
  }
  if (c.type == type::kUncross) {
    return ", " + to_string(c.filledQuantity) + " at " + to_string(c.orderPrice);
  }
  return ", filled " + to_string(c.filledQuantity) + ", open " + to_string(c.openQuantity) +
         ", taken off " + to_string(c.releasedQuantity);
}

std::string tradeText(const command::Outcome& t, bool uncross) {
  return "trade " + to_string(t.quantity) + " at " + to_string(t.price) +
         (uncross ? ": buy order " : ": taker order ") + to_string(t.takerOrderId) + " of user " +
         to_string(t.takerUserId) + (uncross ? ", sell order " : ", maker order ") +
         to_string(t.makerOrderId) + " of user " + to_string(t.makerUserId);
}

void putSymbol(JsonObject& json, const SymbolSpec& spec) {
  json.put("baseCurrency", std::int64_t{spec.baseCurrency});
  json.put("quoteCurrency", std::int64_t{spec.quoteCurrency});
  json.put("lotScale", spec.lotScale).put("tickScale", spec.tickScale);
  json.put("makerFeePpm", spec.makerFeePpm).put("takerFeePpm", spec.takerFeePpm);
}

}  // namespace

std::string CommandView::of(i64 sequence, const CommandInput& c) const {
  return json_ ? json(sequence, c).compact() : text(sequence, c);
}

std::string CommandView::answered(i64 sequence, const Command& c) const {
  if (json_) {
    JsonObject object = json(sequence, c);
    putAnswer(object, c);
    return object.compact();
  }
  std::string all = text(sequence, c) + " -> " + command::nameOf(c.result);
  if (!c.isRejected()) {
    all += outcomeText(c);
  }
  for (const command::Outcome& trade : c.outcomes) {
    if (shows(trade)) {
      all += "\n    " + tradeText(trade, c.type == type::kUncross);
    }
  }
  return all;
}

std::string CommandView::text(i64 sequence, const CommandInput& c) const {
  std::string all =
      to_string(sequence) + " " + time(c.timestampNs) + " " + typeName(c.type) + inputText(c);
  if (c.clientKey != 0) {
    all += " client " + to_string(c.clientKey) + "/" + to_string(c.clientSequence);
  }
  return all;
}

JsonObject CommandView::json(i64 sequence, const CommandInput& c) const {
  JsonObject json;
  json.put("sequence", sequence).put("time", time(c.timestampNs)).put("command", typeName(c.type));
  const bool order = isOfOrder(c.type);
  const std::int64_t symbol = c.hasSpec ? c.spec.symbol : c.symbol;
  if (type::isOfBook(c.type)) {
    json.put("symbol", symbol);
  }
  if (order || c.userId != 0) {
    json.put("user", c.userId);
  }
  if (order) {
    json.put("order", c.orderId);
  }
  if (c.type == type::kPlace) {
    json.put("side", sideText(c.side)).put("orderType", orderTypeText(c.orderType));
  }
  if (c.type == type::kPlace || c.type == type::kMove) {
    json.put("price", c.price);
  }
  if (order && c.type != type::kCancel) {
    json.put("quantity", c.quantity);
  }
  if ((c.amount | c.currency | c.transactionId) != 0) {
    json.put("currency", std::int64_t{c.currency}).put("amount", c.amount);
    json.put("transaction", c.transactionId);
  }
  if (c.hasSpec) {
    if (!type::isOfBook(c.type)) {
      json.put("symbol", symbol);
    }
    putSymbol(json, c.spec);
  }
  if (c.clientKey != 0) {
    json.put("clientKey", c.clientKey).put("clientSequence", c.clientSequence);
  }
  return json;
}

void CommandView::putAnswer(JsonObject& json, const Command& c) const {
  json.put("result", command::nameOf(c.result));
  if (type::isOfBook(c.type) && !c.isRejected()) {
    json.put("filledQuantity", c.filledQuantity).put("openQuantity", c.openQuantity);
    json.put("releasedQuantity", c.releasedQuantity).put("orderPrice", c.orderPrice);
  }
  std::vector<JsonObject> trades;
  for (const command::Outcome& t : c.outcomes) {
    if (shows(t)) {
      JsonObject trade;
      trade.put("price", t.price).put("quantity", t.quantity);
      trade.put("takerOrder", t.takerOrderId).put("takerUser", t.takerUserId);
      trade.put("makerOrder", t.makerOrderId).put("makerUser", t.makerUserId);
      trades.push_back(std::move(trade));
    }
  }
  json.put("trades", std::move(trades));
}

}  // namespace tandem::tool
