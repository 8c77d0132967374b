#include "tandem/risk/funds.hpp"

#include "tandem/risk/money.hpp"

namespace tandem::risk {

using command::Command;
using command::IdIndex;
using command::ResultCode;

bool Funds::adjust(Command& c, bool ours, bool settled) {
  if (ours && !judge(c, settled)) {
    return false;
  }
  if (c.amount > 0) {
    unsettledUnits_ += units(c.amount);
  }
  return true;
}

bool Funds::judge(Command& c, bool settled) {
  const u32 user = users_.find(c.userId);
  if (user == IdIndex::kAbsent) {
    c.reject(ResultCode::kUnknownUser);
    return true;
  }
  TransactionWindow& transactions = users_.transactions(user);
  const ResultCode repeated = transactions.check(c.transactionId);
  if (repeated != ResultCode::kPending) {
    c.reject(repeated);
    return true;
  }
  const bool judged = c.amount < 0 ? judgeWithdrawal(c, user, settled) : judgeDeposit(c, settled);
  if (judged && !c.isRejected()) {
    accounts_.credit(accounts_.open(user, c.currency), c.amount);
    transactions.add(c.transactionId);
    c.result = ResultCode::kOk;
  }
  return judged;
}

bool Funds::judgeWithdrawal(Command& c, u32 user, bool settled) {
  const u32 account = accounts_.find(user, c.currency);
  if (account != IdIndex::kAbsent && accounts_.available(account) >= -c.amount) {
    return true;
  }
  if (!settled && accounts_.mayReach(account, -c.amount)) {
    return false;
  }
  c.reject(ResultCode::kInsufficientFunds);
  return true;
}

bool Funds::judgeDeposit(Command& c, bool settled) {
  const i64 supply = accounts_.supplyOf(c.currency);
  if (units(supply) + unsettledUnits_ + units(c.amount) < kMaxUnits) {
    return true;
  }
  if (settled && money::add(supply, c.amount) == money::kOverflow) {
    c.reject(ResultCode::kOverflow);
  }
  return settled;
}

bool Funds::withdrawFees(Command& c, bool settled) {
  if (!settled) {
    return false;
  }
  const u32 currency = accounts_.currencies().find(c.currency);
  if (currency == IdIndex::kAbsent || accounts_.fees(currency) < c.amount) {
    c.reject(ResultCode::kInsufficientFunds);
  } else {
    accounts_.addFee(currency, -c.amount);
    c.result = ResultCode::kOk;
  }
  return true;
}

void Funds::settle(const Command& c) {
  const bool fees = c.type == command::type::kWithdrawFees;
  if (!fees && c.amount > 0 && !c.isRejectedAtEntry()) {
    unsettledUnits_ -= units(c.amount);
  }
  if (c.result == ResultCode::kOk) {
    accounts_.addSupply(accounts_.currency(c.currency), fees ? -c.amount : c.amount);
  }
}

}  // namespace tandem::risk
