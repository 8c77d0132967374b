#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::state {

/** The tables of a state image, by their codes on disk. */
enum class TableKind : u8 {
  /**
   * By rising client key: key, highest sequence seen, and its window: 32 words of codes, a byte a
   * place, and for each place the sum of the first command.
   */
  kClients = 1,
  /**
   * By rising symbol: symbol (low half) and its state (high), base (low) and quote currency (high),
   * lot scale, tick scale, maker fee ppm, taker fee ppm, number of buys, of sells, last price,
   * number of stops, then of the limits: lot step, least lots, most lots, most value; protection
   * points; the words of its Naming.
   */
  kSymbols = 2,
  /**
   * For each symbol its buys, then its sells, each in price-time order: order id, user id, price in
   * ticks, open lots, the word of modes of its Instructions, filled lots.
   */
  kOrders = 3,
  /**
   * By rising user id: user id, 1 if suspended, number of balances, highest transaction id
   * accepted, a bit for it and each of the 63 below it, self-trade group.
   */
  kUsers = 4,
  /** For each user, by rising currency, those that are not empty: currency, available, held. */
  kBalances = 5,
  /** By rising currency: currency, fees taken, supply. */
  kCurrencies = 6,
  /**
   * One row: commands with records, trades, the event hash: records, v1, v2, v3, v4; then the time
   * of the stream, ns since the epoch, the smallest number before any command.
   */
  kResults = 7,
  /**
   * For each symbol the orders that sleep, by their entry or last move, then those that are
   * triggered and wait, the first one first. The first word of stop_rows, order id, user id, limit
   * in ticks, open lots, trigger in ticks; of one that trails and sleeps in place of that 0, and
   * the best price since its entry and its offset, which are else 0; the order id of its other leg,
   * else 0.
   */
  kStops = 8,
  /**
   * By rising symbol the live orders that a time ends: those that are good for the auction, the
   * oldest first, those for the day, the oldest first, then those that expire, by time, of one time
   * the older first. Symbol, order id, when it expires, 0 if it is for the day, -1 for the auction.
   */
  kTimed = 9,
  /** By rising currency those that have a name: currency, the words of its Naming. */
  kCurrencyNames = 10,
  /**
   * The orders that show a part of their lots at most, in the order of kOrders, where their open
   * lots are all of them: symbol, order id, lots shown at most, hidden lots.
   */
  kIcebergs = 11,
};

inline constexpr std::size_t kTables = 11;
/** Number of 64-bit words of a row of each kind. */
inline constexpr std::array<std::size_t, kTables> kRowWords = {290, 19, 6, 6, 3, 3, 8, 9, 3, 5, 4};

/** The name of a kind, as messages give it. */
constexpr const char* nameOf(TableKind kind) {
  constexpr std::array<const char*, kTables> names = {
      "CLIENTS", "SYMBOLS", "ORDERS", "USERS",          "BALANCES", "CURRENCIES",
      "RESULTS", "STOPS",   "TIMED",  "CURRENCY_NAMES", "ICEBERGS"};
  return names[static_cast<std::size_t>(kind) - 1];
}

/** Rows of 64-bit words, side by side, as they are on disk. One thread at a time writes. */
class Table {
 public:
  explicit Table(TableKind kind) : kind_(kind), rowWords_(kRowWords[numberOf(kind)]) {}

  /** Where a kind stands among the tables, from 0. */
  static constexpr std::size_t numberOf(TableKind kind) {
    return static_cast<std::size_t>(kind) - 1;
  }

  TableKind kind() const { return kind_; }
  std::size_t rows() const { return words_.size() / rowWords_; }
  void reserve(std::size_t rows) { words_.reserve(rows * rowWords_); }

  /** One word of a row, signed as ids and amounts are. */
  i64 word(std::size_t row, std::size_t word) const {
    return static_cast<i64>(words_[row * rowWords_ + word]);
  }
  std::span<const u64> row(std::size_t i) const {
    return std::span(words_).subspan(i * rowWords_, rowWords_);
  }

  /** All rows, as they are on disk. */
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(words_)); }
  /** Gives the table so many rows of zeros, to be filled from elsewhere; throws std::bad_alloc. */
  std::span<std::byte> fill(std::size_t rows) {
    words_.assign(rows * rowWords_, 0);
    return std::as_writable_bytes(std::span(words_));
  }

  /** Appends a row, which has as many words as the kind says, or in turn its parts. */
  void add(std::span<const u64> words) { words_.insert(words_.end(), words.begin(), words.end()); }
  void add(std::initializer_list<i64> words) {
    for (const i64 word : words) {
      words_.push_back(bitsOf(word));
    }
  }

 private:
  TableKind kind_;
  std::size_t rowWords_;
  std::vector<u64> words_;
};

}  // namespace tandem::state
