#pragma once

#include <vector>

#include "tandem/state/table.hpp"

namespace tandem::state {

/**
 * The whole state of a kernel when everything is settled: tables in one canonical order. Equal
 * states have equal images, whatever the topology and the language.
 *
 * Once made it does not change: any thread may read it.
 */
class StateImage {
 public:
  /**
   * An image without rows.
   *
   * @param riskShards shards of the kernel it is made of; 0: without risk
   * @param matchingShards shards of the kernel it is made of
   */
  StateImage(u32 riskShards, u32 matchingShards);

  Table& table(TableKind kind) { return tables_[Table::numberOf(kind)]; }
  const Table& table(TableKind kind) const { return tables_[Table::numberOf(kind)]; }

  /** Risk shards of the kernel that it was made of; 0: without risk. */
  u32 riskShards() const { return riskShards_; }
  /** Matching shards of the kernel that it was made of. */
  u32 matchingShards() const { return matchingShards_; }

  /**
   * Passes if the counts of the results stage, whose row must be there, are possible: throws
   * InvalidImageException if one is below 0.
   */
  void checkResults() const;

  /** XXH64 over the state records: the state hash. */
  u64 stateHash() const;
  /** XXH64 over all event records up to here: the event hash. */
  u64 eventHash() const;
  /** Commands with event records up to here. */
  i64 recordedCommands() const { return table(TableKind::kResults).word(0, 0); }
  /** Trades up to here. */
  i64 trades() const { return table(TableKind::kResults).word(0, 1); }

 private:
  std::vector<Table> tables_;
  u32 riskShards_;
  u32 matchingShards_;
};

}  // namespace tandem::state
