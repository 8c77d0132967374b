#include "state_hash.hpp"

#include <algorithm>

#include "tandem/hash/xxh64_records.hpp"

namespace tandem::state {

namespace {

using hash::Xxh64Records;

constexpr u64 kClient = 1;
constexpr u64 kSymbol = 2;
constexpr u64 kUser = 3;
constexpr u64 kCurrency = 4;
constexpr u64 kCurrencyName = 5;
constexpr u64 kBalance = 1;
/** In the first word of a stop, apart from what its row has there. */
constexpr u64 kStop = u64{1} << 32;
/** The third word of a timed order, which no other record of a symbol has. */
constexpr u64 kTimed = u64{1} << 33;
/** The third word of the name of a symbol. */
constexpr u64 kName = u64{1} << 34;
/** The third word of what an order that shows a part of its lots has beside that. */
constexpr u64 kIceberg = u64{1} << 36;
/** The third word of what an order that is partly filled has beside that. */
constexpr u64 kFilled = u64{1} << 37;
/** The third word of what a leg that sleeps has beside that: itself, and its other leg. */
constexpr u64 kLinked = u64{1} << 38;
/** The third word of what an order has beside that which trails. */
constexpr u64 kTrailing = u64{1} << 35;

/** Where the codes of a client's window are in its row; the sums are behind them. */
constexpr std::size_t kCodesAt = 2;
constexpr std::size_t kCodes = 32;
/** Words of a client's window in one record, behind kind and key. */
constexpr std::size_t kPart = 6;

/** The bits of a 32-bit id as a signed 64-bit one. */
u64 widened(u64 word) { return bitsOf(static_cast<i32>(word)); }

/** Codes or sums of a client's window, some in each record. */
void addWindow(u64 client, std::span<const u64> words, Xxh64Records& hash) {
  for (std::size_t first = 0; first < words.size(); first += kPart) {
    Xxh64Records::Record record{kClient, client};
    const auto part = words.subspan(first, std::min(kPart, words.size() - first));
    std::copy(part.begin(), part.end(), record.begin() + 2);
    hash.update(record);
  }
}

void addClients(const Table& clients, Xxh64Records& hash) {
  for (std::size_t i = 0; i < clients.rows(); i++) {
    const auto row = clients.row(i);
    hash.update({kClient, row[0], row[1]});
    addWindow(row[0], row.subspan(kCodesAt, kCodes), hash);
    addWindow(row[0], row.subspan(kCodesAt + kCodes), hash);
  }
}

void addOrders(const Table& orders, u64 symbol, u64 side, std::size_t from, std::size_t count,
               Xxh64Records& hash) {
  for (std::size_t i = from; i < from + count; i++) {
    const auto row = orders.row(i);
    hash.update({kSymbol, symbol, side, row[0], row[1], row[2], row[3], row[4]});
    if (row[5] != 0) {
      hash.update({kSymbol, symbol, kFilled, row[0], row[5]});
    }
  }
}

void addStops(const Table& stops, u64 symbol, std::size_t from, std::size_t end,
              Xxh64Records& hash) {
  for (std::size_t i = from; i < end; i++) {
    const auto row = stops.row(i);
    hash.update({kSymbol, symbol, row[0] | kStop, row[1], row[2], row[3], row[4], row[5]});
    if (row[7] != 0) {
      hash.update({kSymbol, symbol, kTrailing, row[6], row[7]});
    }
    if (row[8] != 0) {
      hash.update({kSymbol, symbol, kLinked, row[1], row[8]});
    }
  }
}

/** Adds the timed orders of a symbol; the first row behind them. */
std::size_t addTimed(const Table& timed, u64 symbol, std::size_t from, Xxh64Records& hash) {
  std::size_t i = from;
  for (; i < timed.rows() && timed.row(i)[0] == symbol; i++) {
    hash.update({kSymbol, symbol, kTimed, timed.row(i)[1], timed.row(i)[2]});
  }
  return i;
}

/** Adds what the icebergs of a symbol show and hide; the first row behind them. */
std::size_t addIcebergs(const Table& icebergs, u64 symbol, std::size_t from, Xxh64Records& hash) {
  std::size_t i = from;
  for (; i < icebergs.rows() && icebergs.row(i)[0] == symbol; i++) {
    const auto row = icebergs.row(i);
    hash.update({kSymbol, symbol, kIceberg, row[1], row[2], row[3]});
  }
  return i;
}

void addSymbols(const StateImage& image, Xxh64Records& hash) {
  const Table& symbols = image.table(TableKind::kSymbols);
  const Table& orders = image.table(TableKind::kOrders);
  const Table& stops = image.table(TableKind::kStops);
  std::size_t timed = 0;
  std::size_t iceberg = 0;
  std::size_t order = 0;
  std::size_t stop = 0;
  for (std::size_t i = 0; i < symbols.rows(); i++) {
    const auto row = symbols.row(i);
    const u64 symbol = widened(row[0]);
    hash.update({kSymbol, symbol, row[1], row[2], row[3], row[4], row[5], row[0] >> 32});
    hash.update({kSymbol, symbol, row[8], row[10], row[11], row[12], row[13], row[14]});
    if (row[15] != 0) {
      hash.update({kSymbol, symbol, kName, row[15], row[16], row[17], row[18]});
    }
    addOrders(orders, symbol, 0, order, row[6], hash);
    addOrders(orders, symbol, 1, order + row[6], row[7], hash);
    order += row[6] + row[7];
    addStops(stops, symbol, stop, stop + row[9], hash);
    stop += row[9];
    timed = addTimed(image.table(TableKind::kTimed), symbol, timed, hash);
    iceberg = addIcebergs(image.table(TableKind::kIcebergs), symbol, iceberg, hash);
  }
}

void addUsers(const Table& users, const Table& balances, Xxh64Records& hash) {
  std::size_t balance = 0;
  for (std::size_t i = 0; i < users.rows(); i++) {
    const auto row = users.row(i);
    hash.update({kUser, row[0], row[1], row[3], row[4], row[5]});
    for (const std::size_t end = balance + row[2]; balance < end; balance++) {
      const auto owned = balances.row(balance);
      hash.update({kUser, row[0], kBalance, owned[0], owned[1], owned[2]});
    }
  }
}

void addCurrencies(const Table& currencies, Xxh64Records& hash) {
  for (std::size_t i = 0; i < currencies.rows(); i++) {
    const auto row = currencies.row(i);
    hash.update({kCurrency, row[0], row[1], row[2]});
  }
}

void addCurrencyNames(const Table& names, Xxh64Records& hash) {
  for (std::size_t i = 0; i < names.rows(); i++) {
    const auto row = names.row(i);
    hash.update({kCurrencyName, row[0], row[1], row[2], row[3], row[4]});
  }
}

}  // namespace

u64 hashOf(const StateImage& image) {
  Xxh64Records hash;
  addClients(image.table(TableKind::kClients), hash);
  addSymbols(image, hash);
  addUsers(image.table(TableKind::kUsers), image.table(TableKind::kBalances), hash);
  addCurrencies(image.table(TableKind::kCurrencies), hash);
  addCurrencyNames(image.table(TableKind::kCurrencyNames), hash);
  return hash.digest();
}

}  // namespace tandem::state
