#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tandem/matching/matching_engine.hpp"
#include "tandem/risk/risk_engine.hpp"
#include "tandem/risk/supply_check.hpp"
#include "tandem/state/state_image.hpp"
#include "tandem/statemachine/admission.hpp"
#include "tandem/statemachine/results.hpp"

namespace tandem::statemachine {

/**
 * Fills empty stages from an image. Users and their money come back as they are; then symbols and
 * orders, through the stages themselves: matching puts each order in its place without matching it,
 * and what it holds is found again by placing it. So a state that breaks a rule of the stages
 * cannot be restored.
 */
class StateRestore {
 public:
  using RiskShards = std::vector<std::unique_ptr<risk::RiskEngine>>;
  using MatchingShards = std::vector<std::unique_ptr<matching::MatchingEngine>>;

  StateRestore(const state::StateImage& image, Admission& admission, RiskShards& risk,
               MatchingShards& matching, Results& results);

  /** Throws InvalidImageException; the stages are of no use then. */
  void run();

 private:
  void clients();
  void currencyNames();
  void currencies();
  void users();
  void orders();
  void suspendAndCheck();
  void results();
  matching::OrderBook& addSymbol(const command::SymbolSpec& spec);
  void insert(matching::OrderBook& book, i32 symbol, u8 side, std::size_t row);
  void restoreStop(matching::OrderBook& book, i32 symbol, std::size_t row);
  /** Has a time end the orders of a symbol, from a row on; the first row that is not its. */
  std::size_t restoreIcebergs(matching::OrderBook& book, i32 symbol, std::size_t from);
  std::size_t restoreTimed(matching::OrderBook& book, i32 symbol, bool isAuction, std::size_t from);
  /** The terms of a stop say whether a time ends it, and so do the rows of those. */
  void requireTimed(matching::OrderBook& book, i32 symbol, std::size_t from, std::size_t end);
  /** Holds for a live order as for a new one, which is the same whatever its terms. */
  /** Has the command place a live order as a new one, which holds the same whatever its terms. */
  void prepare(i32 symbol, u8 side, i64 orderId, i64 userId, i64 price, i64 quantity);
  void hold();
  void requireAccepted() const;
  risk::RiskRestore& accountsOf(i64 userId);
  matching::MatchingEngine& matchingOf(i32 symbol);
  const state::Table& table(state::TableKind kind) const { return image_.table(kind); }

  const state::StateImage& image_;
  Admission& admission_;
  RiskShards& risk_;
  MatchingShards& matching_;
  Results& results_;
  /** The risk shards' parts that are not found again by placing the orders. */
  std::vector<risk::RiskRestore> accounts_;
  risk::SupplyCheck supplies_;
  command::Command command_;
};

}  // namespace tandem::statemachine
