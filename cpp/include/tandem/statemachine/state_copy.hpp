#pragma once

#include <vector>

#include "tandem/matching/matching_copy.hpp"
#include "tandem/risk/risk_copy.hpp"
#include "tandem/state/state_image.hpp"
#include "tandem/statemachine/query.hpp"

namespace tandem::statemachine {

/**
 * A copy of all stages of a kernel, filled as a query; image() makes of it, at leisure, what can be
 * kept and hashed. One query at a time fills it, and it is read only after that is answered.
 */
class StateCopy : public Query {
 public:
  /** For a kernel with so many shards; 0 of risk: without risk. */
  StateCopy(u32 riskShards, u32 matchingShards) : matching_(matchingShards), risk_(riskShards) {}

  void visit(const Admission& admission) override;
  void visit(const matching::MatchingEngine& engine) override;
  void visit(const risk::RiskEngine& engine) override;
  void visitJournal(i64 record) override { lastRecord_ = record; }
  void visit(const Results& results) override;

  /** The last record of the log that the state includes; -1 where no log is kept. */
  i64 lastRecord() const { return lastRecord_; }

  /** The state that was copied, in its canonical form. */
  state::StateImage image() const;

 private:
  struct Client {
    i64 highest;
    std::array<u64, ClientCodes::kWords> codes;
  };

  std::vector<matching::MatchingCopy> matching_;
  std::vector<risk::RiskCopy> risk_;
  std::vector<i64> clientKeys_;
  std::map<i32, command::Naming> currencies_;
  std::vector<Admission::Sums> sums_;
  std::vector<Client> clients_;
  Results::Saved results_{};
  i64 lastRecord_ = -1;
};

}  // namespace tandem::statemachine
