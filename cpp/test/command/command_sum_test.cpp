#include "tandem/command/command_sum.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <vector>

namespace tandem::command {
namespace {

CommandInput addSymbol() {
  CommandInput in;
  in.type = type::kAddSymbol;
  in.symbol = -2;
  in.spec = shared({-2, -7, 8, 9, 10, 11, 12});
  return in;
}

template <class Change>
void alter(CommandInput& c, Change of) {
  SymbolSpec spec = *c.spec;
  of(spec);
  c.spec = shared(spec);
}

TEST(CommandSum, IsTheVectorOfTheFormat) {
  CommandInput place;
  place.type = type::kPlace;
  place.side = kSell;
  place.terms = kIoc;
  place.symbol = 7;
  place.userId = 5;
  place.orderId = 6;
  place.price = 100;
  place.quantity = 40;
  EXPECT_EQ(command_sum::of(place), 0x8f9e040c4e208869u);
  CommandInput adjustment;
  adjustment.type = type::kAdjustBalance;
  adjustment.userId = 1;
  adjustment.amount = -1'000;
  adjustment.transactionId = -5;
  adjustment.currency = -2;
  EXPECT_EQ(command_sum::of(adjustment), 0xefe0ff6095ecd892u);
  EXPECT_EQ(command_sum::of(addSymbol()), 0x806b07569fa9b2u);
  EXPECT_EQ(command_sum::of(CommandInput()), 0u);
}

TEST(CommandSum, ChangesWithEachPartOfACommand) {
  const std::vector<std::function<void(CommandInput&)>> changes = {
      [](CommandInput& c) { c.side = kSell; },
      [](CommandInput& c) { c.terms = kIoc; },
      [](CommandInput& c) { c.symbol++; },
      [](CommandInput& c) { c.userId++; },
      [](CommandInput& c) { c.orderId++; },
      [](CommandInput& c) { c.price++; },
      [](CommandInput& c) { c.quantity++; },
      [](CommandInput& c) { c.amount++; },
      [](CommandInput& c) { c.transactionId++; },
      [](CommandInput& c) { c.currency++; },
      [](CommandInput& c) { c.type = type::kWithdrawFees; },
      [](CommandInput& c) { c.spec = nullptr; },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.symbol++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.baseCurrency++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.quoteCurrency++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.lotScale++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.tickScale++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.makerFeePpm++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.takerFeePpm++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.limits.lotStep++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.limits.minLots++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.limits.maxLots++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.limits.maxValue++; }); },
      [](CommandInput& c) { alter(c, [](SymbolSpec& s) { s.protectionPoints++; }); }};
  std::set<u64> sums{command_sum::of(addSymbol())};
  for (const auto& change : changes) {
    CommandInput in = addSymbol();
    change(in);
    EXPECT_TRUE(sums.insert(command_sum::of(in)).second) << sums.size();
  }
}

TEST(CommandSum, LeavesOutTimeSenderRefusalAndWhatTheLogDoesNotKeep) {
  CommandInput in = addSymbol();
  const u64 sum = command_sum::of(in);
  in.flags = 2;
  in.timestampNs = 9;
  in.clientKey = 9;
  in.clientSequence = 9;
  in.refusal = 31;
  EXPECT_EQ(command_sum::of(in), sum);
  in.type = type::kQuery;
  CommandInput kept = in;
  kept.type = type::kNop;
  kept.spec = nullptr;
  EXPECT_EQ(command_sum::of(in), command_sum::of(kept));
}

}  // namespace
}  // namespace tandem::command
