#include <algorithm>

#include "tandem/risk/risk_engine.hpp"

/** Reads a risk shard for queries; allocates freely, so never on the way of a command. */
namespace tandem::risk {

using command::IdIndex;

std::optional<UserState> RiskEngine::user(i64 userId) const {
  const u32 user = users_.find(userId);
  if (user == IdIndex::kAbsent) {
    return std::nullopt;
  }
  UserState state{userId, users_.isSuspended(user), users_.openOrders(user), {}};
  for (const u32 number : accounts_.currencies().sortedIndexes()) {
    const auto currency = static_cast<i32>(accounts_.currencies().idAt(number));
    const u32 account = accounts_.find(user, currency);
    if (account != IdIndex::kAbsent &&
        (accounts_.available(account) | accounts_.held(account)) != 0) {
      state.balances.push_back({currency, accounts_.available(account), accounts_.held(account)});
    }
  }
  return state;
}

std::vector<CurrencyTotals> RiskEngine::totals() const {
  std::vector<CurrencyTotals> totals;
  for (const u32 number : accounts_.currencies().sortedIndexes()) {
    totals.push_back({static_cast<i32>(accounts_.currencies().idAt(number)), 0, 0,
                      accounts_.fees(number), accounts_.supply(number)});
  }
  const auto before = [](const CurrencyTotals& t, i32 currency) { return t.currency < currency; };
  for (u32 account = 0; account < accounts_.size(); account++) {
    const i32 currency = accounts_.currencyOf(account);
    const auto at = std::lower_bound(totals.begin(), totals.end(), currency, before);
    if (at != totals.end() && at->currency == currency) {
      at->available += accounts_.available(account);
      at->held += accounts_.held(account);
    }
  }
  return totals;
}

}  // namespace tandem::risk
