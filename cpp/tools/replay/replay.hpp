#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../flow/flow.hpp"
#include "mismatches.hpp"
#include "tandem/command/result_code.hpp"
#include "tandem/journal/journal_options.hpp"
#include "tandem/journal/recovery_report.hpp"
#include "tandem/risk/user_state.hpp"
#include "tandem/wal/wal.hpp"

namespace tandem::tool {

/** Which threads drive the stages: one, or one for each stage and shard. */
struct Topology {
  /** 0 of both: one thread. */
  u32 riskShards;
  u32 matchingShards;

  bool isFused() const { return riskShards == 0; }
  /** Of the kernel. */
  u32 threads() const { return isFused() ? 1 : 2 + riskShards + matchingShards; }
  std::string name() const;
  bool operator==(const Topology&) const = default;
};

struct ReplayOptions {
  Topology topology;
  bool risk = true;
  /** Commands a second of an open loop; 0: as fast as they are taken. */
  i64 rate = 0;
  bool keepsTrades = false;
  /** For the report of a workload of books. */
  bool keepsAnswers = false;
  bool keepsBooks = false;
  /** Keeps a log, and goes on where it ends; by default there is none. */
  std::optional<journal::JournalOptions> journal{};
};

/** Times in ns from when a command was to be answered, or was submitted, to its answer. */
struct Latencies {
  i64 p50, p90, p99, p999, p9999, max;

  /** Of these, which are put in order; zeros of none. */
  static Latencies of(std::vector<i64>& samples);
};

/** What came of one round. */
struct ReplayResult {
  /** Stands for a sum that does not fit in 64 bits. */
  static constexpr i64 kOver = -1;

  /** A trade, and the command of the flow that made it. */
  struct Trade {
    std::size_t command;
    i64 taker, maker, price, quantity;
  };
  /** What came of a command. */
  struct Answer {
    command::ResultCode result;
    u8 orderSide;
    i64 orderPrice, releasedQuantity;
  };
  struct Order {
    std::size_t symbol;
    u8 side;
    i64 price, orderId, quantity;
  };

  /** The part of a log in it. */
  struct Logged {
    journal::JournalOptions options;
    journal::RecoveryReport recovery;
    /** Commands of the flow that it held already. */
    std::size_t recovered;
    /** Of these, the first ones, which are in a snapshot: their trades are not known. */
    std::size_t untold;
    /** At the end. */
    wal::WalStatistics statistics;
  };

  i64 nanos = 0;
  Latencies latency{};
  /** Answers of each code, by the code. */
  std::vector<i64> answers;
  i64 trades = 0;
  /** Or kOver. */
  i64 lots = 0;
  /** In ticks x lots, or kOver. */
  i64 turnover = 0;
  u64 eventHash = 0;
  u64 stateHash = 0;
  /** Where the outcome is not what the file says. */
  Mismatches mismatches;
  i64 users = 0;
  /** What each user was paid in of each currency. */
  i64 funding = 0;
  i64 fundingNanos = 0;
  std::vector<risk::CurrencyTotals> totals;
  std::vector<Trade> keptTrades;
  /** One for each command. */
  std::vector<Answer> keptAnswers;
  std::vector<Order> books;
  std::optional<Logged> logged;

  /** What all users together were paid in of each currency. */
  i64 supply() const { return funding * users; }
  bool isConserved(const risk::CurrencyTotals& t) const {
    return t.available + t.held + t.fees == t.supply && t.supply == supply();
  }
  /** Whether as much of every currency is there as was paid in. */
  bool isConserved() const;
  /** Whether the answers of all commands are known: none of them is only in a snapshot. */
  bool isComplete() const { return !logged || logged->untold == 0; }
  /** Commands of a file that were submitted, and not found in a log. */
  std::size_t submitted(std::size_t commands) const {
    return logged ? commands - std::min(commands, logged->recovered) : commands;
  }
  /**
   * Submitted commands a second.
   *
   * @param commands of the file
   */
  double perSecond(std::size_t commands) const;
};

/**
 * Runs a flow through a new exchange, from the first command to the last answer. With a log, the
 * exchange goes on where that ends: BadInputException if it is of another replay, or if the disk
 * has no room for all of it; then the log holds a beginning, and a later run goes on there.
 */
ReplayResult replay(const Flow& flow, const ReplayOptions& options);

}  // namespace tandem::tool
