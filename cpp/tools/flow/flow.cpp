#include "flow.hpp"

#include <algorithm>

namespace tandem::tool {

std::string_view labelOf(FlowFormat format) {
  switch (format) {
    case FlowFormat::SSE:
      return "sse";
    case FlowFormat::BOOK_WORKLOAD:
      return "book-workload";
    default:
      return "csv";
  }
}

std::size_t Flow::added() const {
  return static_cast<std::size_t>(std::count_if(commands.begin(), commands.end(),
                                                [](const FlowCommand& c) { return c.line == 0; }));
}

std::vector<i64> Flow::users() const {
  std::vector<i64> ids;
  for (const FlowCommand& c : commands) {
    if (c.userId > 0) {
      ids.push_back(c.userId);
    }
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::string Flow::place(std::size_t i) const {
  const FlowCommand& c = commands[i];
  const std::string& file = symbols[static_cast<std::size_t>(c.symbol)].file;
  if (c.line == 0) {
    return file + ": before command " + std::to_string(c.number);
  }
  return file + (format == FlowFormat::BOOK_WORKLOAD ? ": record " : ":") + std::to_string(c.line);
}

void Flow::fill(std::size_t i, command::CommandInput& in) const {
  const FlowCommand& c = commands[i];
  in = command::CommandInput();
  in.type = c.type;
  in.timestampNs = c.timeNs;
  in.symbol = c.symbol;
  if (command::type::isAdministrative(c.type)) {
    return;
  }
  in.userId = c.userId;
  in.orderId = c.orderId;
  if (c.type != command::type::kCancel) {
    in.side = c.side;
    in.orderType = c.orderType;
    in.price = c.price;
    in.quantity = c.quantity;
  }
}

Flow Flow::beginning(std::size_t most) const {
  Flow flow(format);
  flow.symbols = symbols;
  const auto end = commands.begin() + static_cast<std::ptrdiff_t>(std::min(most, commands.size()));
  flow.commands.assign(commands.begin(), end);
  return flow;
}

}  // namespace tandem::tool
