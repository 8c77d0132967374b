#include "replay_outputs.hpp"

namespace tandem::tool {

std::string tradesOf(const Rounds& rounds) {
  const bool several = rounds.flow.symbols.size() > 1;
  std::string text = several ? "symbol," : "";
  text += "cmdNo,takerOrBuyId,makerOrSellId,price,qty\n";
  for (const ReplayResult::Trade& trade : rounds.first().keptTrades) {
    const FlowCommand& command = rounds.flow.commands[trade.command];
    const FlowSymbol& symbol = rounds.flow.symbols[static_cast<std::size_t>(command.symbol)];
    if (several) {
      text.append(symbol.name).append(",");
    }
    text.append(std::to_string(command.number)).append(",");
    text.append(std::to_string(trade.taker)).append(",");
    text.append(std::to_string(trade.maker)).append(",");
    text.append(std::to_string(trade.price * symbol.priceUnit)).append(",");
    text.append(std::to_string(trade.quantity)).append("\n");
  }
  return text;
}

std::string booksOf(const Rounds& rounds) {
  const bool several = rounds.flow.symbols.size() > 1;
  std::string text = several ? "symbol," : "";
  text += "side,price,orderId,qty\n";
  for (const ReplayResult::Order& order : rounds.first().books) {
    const FlowSymbol& symbol = rounds.flow.symbols[order.symbol];
    if (several) {
      text.append(symbol.name).append(",");
    }
    text.append(order.side == command::kBuy ? "B," : "S,");
    text.append(std::to_string(order.price * symbol.priceUnit)).append(",");
    text.append(std::to_string(order.orderId)).append(",");
    text.append(std::to_string(order.quantity)).append("\n");
  }
  return text;
}

}  // namespace tandem::tool
