#include "setup.hpp"

#include <algorithm>

namespace tandem::tool {
namespace {

i64 fundingOf(std::size_t users) {
  /** All users together own at most this much of a currency, so that no sum can overflow. */
  constexpr i64 kMaxSupply = i64{1} << 62;
  constexpr i64 kFunding = 1'000'000'000'000'000;
  return users == 0 ? 0 : std::min(kFunding, kMaxSupply / static_cast<i64>(users));
}

}  // namespace

Setup::Setup(const Flow& flow, bool risk)
    : symbols_(flow.symbols.size()),
      users_(risk ? flow.users() : std::vector<i64>()),
      funding_(fundingOf(users_.size())),
      // The commands' own time: a clock would make every run's event hash another one.
      timeNs_(std::max(i64{1}, flow.commands.front().timeNs)) {}

void Setup::fill(std::size_t i, command::CommandInput& in) const {
  in = command::CommandInput();
  in.timestampNs = timeNs_;
  if (i < symbols_) {
    const auto symbol = static_cast<i32>(i);
    in.type = command::type::kAddSymbol;
    in.symbol = symbol;
    in.hasSpec = true;
    in.spec = {symbol, Flow::kFirstBaseCurrency + symbol, Flow::kQuoteCurrency, 1, 1, 0, 0};
    return;
  }
  const std::size_t rest = i - symbols_;
  const auto step = static_cast<i32>(rest % (symbols_ + 2));
  in.userId = users_[rest / (symbols_ + 2)];
  in.type = step == 0 ? command::type::kAddUser : command::type::kAdjustBalance;
  if (step != 0) {
    in.currency = step == 1 ? Flow::kQuoteCurrency : Flow::kFirstBaseCurrency + step - 2;
    in.amount = funding_;
    // Its number is the transaction's, for those must rise.
    in.transactionId = step;
  }
}

}  // namespace tandem::tool
