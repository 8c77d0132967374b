#pragma once

#include <vector>

#include "tandem/command/id_index.hpp"

namespace tandem::risk {

/**
 * What users own, by user number and currency: an available and a held amount each, 16 bytes. And,
 * for each currency, the fees taken and the supply: all that was ever paid in less what was paid
 * out.
 *
 * The supply of a currency is kept within 63 bits, so no sum of amounts can overflow: settlement,
 * which cannot refuse any more, needs no check. For one thread at a time.
 */
class Accounts {
 public:
  explicit Accounts(u32 expected);

  /** The number of a user's account in a currency, or IdIndex::kAbsent. */
  u32 find(u32 user, i32 currency) const { return index_.find(key(user, currency)); }
  /** The number of a user's account in a currency, opened if it is new. */
  u32 open(u32 user, i32 currency) {
    const u32 account = index_.findOrAdd(key(user, currency));
    if (account == amounts_.size()) {
      amounts_.emplace_back();
      payers_.push_back(0);
    }
    return account;
  }

  i64 available(u32 account) const { return amounts_[account].available; }
  i64 held(u32 account) const { return amounts_[account].held; }

  /** Adds to what is available; a negative amount takes away. */
  void credit(u32 account, i64 amount) { amounts_[account].available += amount; }

  /** Moves an amount from available to held; a negative amount releases. */
  void hold(u32 account, i64 amount) {
    Amount& a = amounts_[account];
    const i64 available = a.available - amount;
    const i64 held = a.held + amount;
    check(available, held);
    a.available = available;
    a.held = held;
  }

  /** Takes an amount out of what is held: it was spent. */
  void spendHeld(u32 account, i64 amount) {
    Amount& a = amounts_[account];
    check(0, a.held - amount);
    a.held -= amount;
  }

  /** One more, or one less, live order brings its proceeds here. */
  void countPayers(u32 account, i32 change) { payers_[account] += change; }

  /** One more, or one less, transfer that is not settled may bring its amount to any account. */
  void countTransfers(i32 change) { transfers_ += change; }

  /**
   * Whether an account may come to have so much available once everything is settled, however that
   * goes: all that is held in it may be released, and who brings proceeds may bring any amount. A
   * transfer may even open an account that is not there.
   */
  bool mayReach(u32 account, i64 amount) const {
    if (transfers_ != 0) {
      return true;
    }
    return account != command::IdIndex::kAbsent &&
           (payers_[account] != 0 || available(account) + held(account) >= amount);
  }

  /** The number of a currency, for addFee() and the like; a new one gets the next. */
  u32 currency(i32 id);
  /** All currencies seen. */
  const command::IdIndex& currencies() const { return currencies_; }

  void addFee(u32 currency, i64 fee) { fees_[currency] += fee; }
  i64 fees(u32 currency) const { return fees_[currency]; }
  void addSupply(u32 currency, i64 amount) { supply_[currency] += amount; }
  i64 supply(u32 currency) const { return supply_[currency]; }
  /** The supply of a currency by its id; 0 if it was never seen. */
  i64 supplyOf(i32 id) const {
    const u32 currency = currencies_.find(id);
    return currency == command::IdIndex::kAbsent ? 0 : supply_[currency];
  }

  /** Number of accounts; they are 0 to one less. */
  u32 size() const { return index_.size(); }
  /** The number of the user that an account belongs to. */
  u32 userOf(u32 account) const { return static_cast<u32>(bitsOf(index_.idAt(account)) >> 32); }
  /** The id of the currency of an account. */
  i32 currencyOf(u32 account) const { return static_cast<i32>(index_.idAt(account)); }

 private:
  struct Amount {
    i64 available = 0;
    i64 held = 0;
  };

  static i64 key(u32 user, i32 currency) {
    return static_cast<i64>(u64{user} << 32 | static_cast<u32>(currency));
  }

  /** What no input can bring about, and what would be money out of nothing: better an end. */
  static void check(i64 available, i64 held) {
    if ((available | held) < 0) {
      broken(available, held);
    }
  }
  [[noreturn]] static void broken(i64 available, i64 held);

  command::IdIndex index_;
  command::IdIndex currencies_{16};
  std::vector<Amount> amounts_;
  /** Live orders whose proceeds go to each account. */
  std::vector<i32> payers_;
  /** Transfers that may come to credit any account and are not settled. */
  i32 transfers_ = 0;
  std::vector<i64> fees_;
  std::vector<i64> supply_;
};

}  // namespace tandem::risk
