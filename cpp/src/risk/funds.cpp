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
  const u32 user = payer(c);
  if (user == IdIndex::kAbsent) {
    return true;
  }
  const bool judged =
      c.amount < 0 ? judgePayment(c, user, -c.amount, settled) : judgeDeposit(c, settled);
  if (judged && !c.isRejected()) {
    book(c, user, c.amount);
  }
  return judged;
}

u32 Funds::payer(Command& c) const {
  const u32 user = users_.find(c.userId);
  const ResultCode fault = user == IdIndex::kAbsent
                               ? ResultCode::kUnknownUser
                               : users_.transactions(user).check(c.transactionId);
  if (fault == ResultCode::kPending) {
    return user;
  }
  c.reject(fault);
  return IdIndex::kAbsent;
}

bool Funds::judgePayment(Command& c, u32 user, i64 amount, bool settled) const {
  const u32 account = accounts_.find(user, c.currency);
  if (account != IdIndex::kAbsent && accounts_.available(account) >= amount) {
    return true;
  }
  if (!settled && accounts_.mayReach(account, amount)) {
    return false;
  }
  c.reject(ResultCode::kInsufficientFunds);
  return true;
}

void Funds::book(Command& c, u32 user, i64 amount) {
  accounts_.credit(accounts_.open(user, c.currency), amount);
  users_.transactions(user).add(c.transactionId);
  c.result = ResultCode::kOk;
}

bool Funds::transfer(Command& c, bool pays, bool gets, bool settled) {
  if (pays && !judgeTransfer(c, settled)) {
    return false;
  }
  if (gets) {
    accounts_.countTransfers(1);
  }
  return true;
}

bool Funds::judgeTransfer(Command& c, bool settled) {
  const u32 user = payer(c);
  if (user == IdIndex::kAbsent) {
    return true;
  }
  if (!users_.exists(c.payeeId())) {
    c.reject(ResultCode::kUnknownPayee);
    return true;
  }
  const bool judged = judgePayment(c, user, c.amount, settled);
  if (judged && !c.isRejected()) {
    book(c, user, -c.amount);
  }
  return judged;
}

void Funds::settleTransfer(const Command& c, bool gets) {
  if (!gets || c.isRejectedAtEntry()) {
    return;
  }
  accounts_.countTransfers(-1);
  if (c.result == ResultCode::kOk) {
    accounts_.credit(accounts_.open(users_.find(c.payeeId()), c.currency), c.amount);
  }
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
