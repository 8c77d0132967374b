#include "tandem/risk/risk_restore.hpp"

#include <string>

#include "tandem/command/command_type.hpp"
#include "tandem/state/invalid_image_exception.hpp"

namespace tandem::risk {

using command::IdIndex;
using command::ResultCode;
namespace type = command::type;

namespace {

void require(bool holds, const char* what, i64 id, const char* fault) {
  if (!holds) {
    throw state::InvalidImageException(std::string(what) + " " + std::to_string(id) + " " + fault);
  }
}

}  // namespace

void RiskRestore::currency(i32 id, i64 fees, i64 supply) {
  const u32 known = accounts_.currencies().size();
  const u32 currency = accounts_.currency(id);
  require(currency == known, "currency", id, "comes twice");
  require(fees >= 0 && supply >= 0, "currency", id, "has negative fees or supply");
  accounts_.addFee(currency, fees);
  accounts_.addSupply(currency, supply);
}

void RiskRestore::user(i64 id, const TransactionWindow& transactions) {
  userId_ = id;
  require(id > 0, "user", id, "is below 1");
  require(users_.apply(type::kAddUser, id) == ResultCode::kOk, "user", id, "comes twice");
  user_ = users_.ids().size() - 1;
  require(transactions.isPossible(), "user", id, "has an impossible window of transactions");
  users_.transactions(user_) = transactions;
}

void RiskRestore::group(i64 group) { users_.group(userId_, group); }

void RiskRestore::suspend(i64 id) { users_.apply(type::kSuspendUser, id); }

void RiskRestore::balance(i32 currency, i64 available, i64 held) {
  i64 sum;
  require(available >= 0 && held >= 0 && !__builtin_add_overflow(available, held, &sum) && sum > 0,
          "user", userId_, "has an impossible balance");
  require(accounts_.currencies().find(currency) != IdIndex::kAbsent, "user", userId_,
          "owns an unknown currency");
  const u32 known = accounts_.size();
  const u32 account = accounts_.open(user_, currency);
  require(account == known, "user", userId_, "has a balance twice");
  accounts_.credit(account, available + held);
}

void RiskRestore::checkHeld(i64 id, i64 available, i64 held) {
  // The first accounts are those of the balances, for orders only open others behind them.
  const u32 account = checked_++;
  require(accounts_.available(account) == available && accounts_.held(account) == held, "user", id,
          "holds another amount than the orders need");
}

}  // namespace tandem::risk
