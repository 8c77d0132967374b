#include "tandem/risk/risk_copy.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tandem::risk {

using state::TableKind;

void RiskCopy::take(const RiskEngine& risk) {
  users_.clear();
  balances_.clear();
  currencies_.clear();
  takeBalances(risk.accounts());
  const Users& users = risk.users();
  std::size_t balance = 0;
  for (u32 user = 0; user < users.ids().size(); user++) {
    const std::size_t first = balance;
    while (balance < balances_.size() && balances_[balance].user == user) {
      balance++;
    }
    users_.push_back({users.ids().idAt(user), users.isSuspended(user), users.groupOf(user),
                      users.transactions(user), first, balance - first});
  }
  const Accounts& accounts = risk.accounts();
  for (u32 i = 0; i < accounts.currencies().size(); i++) {
    currencies_.push_back(
        {static_cast<i32>(accounts.currencies().idAt(i)), accounts.fees(i), accounts.supply(i)});
  }
}

void RiskCopy::takeBalances(const Accounts& accounts) {
  for (u32 account = 0; account < accounts.size(); account++) {
    const Balance balance{accounts.currencyOf(account), accounts.available(account),
                          accounts.held(account)};
    if ((balance.available | balance.held) != 0) {
      balances_.push_back({accounts.userOf(account), balance});
    }
  }
  std::sort(balances_.begin(), balances_.end(), [](const Owned& a, const Owned& b) {
    return std::tie(a.user, a.balance.currency) < std::tie(b.user, b.balance.currency);
  });
}

void RiskCopy::write(const std::vector<RiskCopy>& shards, state::StateImage& image) {
  writeUsers(shards, image);
  writeCurrencies(shards, image);
}

void RiskCopy::writeUsers(const std::vector<RiskCopy>& shards, state::StateImage& image) {
  std::vector<std::pair<const RiskCopy*, const User*>> sorted;
  for (const RiskCopy& shard : shards) {
    for (const User& user : shard.users_) {
      sorted.emplace_back(&shard, &user);
    }
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.second->userId < b.second->userId; });
  state::Table& users = image.table(TableKind::kUsers);
  state::Table& balances = image.table(TableKind::kBalances);
  for (const auto& [shard, user] : sorted) {
    users.add({user->userId, user->suspended ? 1 : 0, static_cast<i64>(user->balances),
               user->transactions.highest, static_cast<i64>(user->transactions.bits), user->group});
    for (std::size_t i = user->firstBalance; i < user->firstBalance + user->balances; i++) {
      const Balance& balance = shard->balances_[i].balance;
      balances.add({balance.currency, balance.available, balance.held});
    }
  }
}

/** Each shard knows its own part of the fees, and the whole supply once it knows the currency. */
void RiskCopy::writeCurrencies(const std::vector<RiskCopy>& shards, state::StateImage& image) {
  std::vector<Currency> all;
  for (const RiskCopy& shard : shards) {
    all.insert(all.end(), shard.currencies_.begin(), shard.currencies_.end());
  }
  std::sort(all.begin(), all.end(),
            [](const Currency& a, const Currency& b) { return a.currency < b.currency; });
  state::Table& table = image.table(TableKind::kCurrencies);
  for (std::size_t i = 0; i < all.size();) {
    Currency total = all[i++];
    for (; i < all.size() && all[i].currency == total.currency; i++) {
      total.fees += all[i].fees;
      total.supply = std::max(total.supply, all[i].supply);
    }
    table.add({total.currency, total.fees, total.supply});
  }
}

}  // namespace tandem::risk
