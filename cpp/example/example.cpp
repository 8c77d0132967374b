#include <cstdio>

#include "tandem/kernel/polled_kernel.hpp"

using namespace tandem;

int main() {
  statemachine::StagesOptions options;
  options.riskShards = 0;  // Books alone: no users, no balances.
  kernel::PolledKernel exchange(options);

  command::CommandInput& symbol = exchange.next() = {};
  symbol.type = command::type::kAddSymbol;
  symbol.symbol = 1;
  symbol.spec = command::shared({.symbol = 1, .baseCurrency = 1, .quoteCurrency = 2});
  exchange.submit();

  for (const u8 side : {command::kSell, command::kBuy}) {
    command::CommandInput& order = exchange.next() = {};
    order.type = command::type::kPlace;
    order.symbol = 1;
    order.side = side;
    order.userId = order.orderId = side + 1;
    order.price = 100;
    order.quantity = 7;
    exchange.submit();
  }
  std::printf("%zu trade(s)\n", static_cast<std::size_t>(exchange.next().outcomes.count()));
}
