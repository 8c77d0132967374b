#include "tandem/statemachine/stages.hpp"

#include <stdexcept>

#include "tandem/risk/one_pass_risk.hpp"
#include "tandem/risk/sharded_risk.hpp"
#include "tandem/statemachine/state_copy.hpp"
#include "tandem/statemachine/state_restore.hpp"

namespace tandem::statemachine {

using command::Command;
using command::ResultCode;
namespace type = command::type;

Stages::Stages(const StagesOptions& options)
    : admission_(options.clock), results_(options.handler, options.listener) {
  const u32 shards = options.matchingShards;
  if (shards == 0 || (options.onePass && (shards != 1 || options.riskShards > 1))) {
    throw std::invalid_argument("one pass has one shard of each stage, any kernel one of matching");
  }
  for (u32 i = 0; i < shards; i++) {
    matching_.push_back(
        std::make_unique<matching::MatchingEngine>(i, shards, options.expectedOrders / shards));
  }
  if (options.onePass) {
    finder_ = std::make_unique<BookFinder>(*matching_[0]);
  }
  for (u32 i = 0; i < options.riskShards; i++) {
    if (options.onePass) {
      risk_.push_back(std::make_unique<risk::OnePassRisk>(options.expectedUsers,
                                                          options.expectedOrders, *finder_));
    } else {
      risk_.push_back(std::make_unique<risk::ShardedRisk>(risk::ShardedRisk::Options{
          i, options.riskShards, options.expectedUsers / options.riskShards,
          options.expectedOrders / options.riskShards}));
    }
  }
}

void Stages::admit(Command& c, i64 sequence) {
  admission_.admit(c, sequence);
  if (isQuery(c)) {
    c.query->visit(admission_);
  }
}

bool Stages::tryHold(u32 shard, Command& c) {
  // A query sees what the commands before it left: so it waits until they are settled. One that
  // admission has refused sees nothing.
  return c.type == type::kQuery ? c.isRejectedAtEntry() : risk_[shard]->hold(c, false);
}

void Stages::hold(u32 shard, Command& c) {
  if (c.type == type::kQuery) {
    if (isQuery(c)) {
      c.query->visit(*risk_[shard]);
    }
  } else if (!risk_[shard]->hold(c, true)) {
    throw std::logic_error("everything is settled, and yet a command must wait");
  }
}

void Stages::refuseRiskCommands(Command& c) const {
  if (!c.isRejectedAtEntry() && type::needsRisk(c.type)) {
    c.reject(ResultCode::kNoRiskStage);
  }
}

void Stages::match(u32 shard, Command& c) {
  if (isQuery(c)) {
    c.query->visit(*matching_[shard]);
  } else {
    matching_[shard]->match(c);
  }
}

void Stages::report(Command& c) {
  if (isQuery(c)) {
    c.query->visit(results_);
  }
  results_.report(c);
}

void Stages::apply(Command& c) {
  if (risk_.empty()) {
    refuseRiskCommands(c);
  }
  for (u32 i = 0; i < risk_.size(); i++) {
    hold(i, c);
  }
  for (u32 i = 0; i < matching_.size(); i++) {
    match(i, c);
  }
  for (u32 i = 0; i < risk_.size(); i++) {
    settle(i, c);
  }
}

void Stages::restore(const state::StateImage& image) {
  bool isNew = results_.recordedCommands() == 0 && admission_.clients().size() == 0;
  for (const auto& shard : matching_) {
    isNew = isNew && shard->books().size() == 0;
  }
  for (const auto& shard : risk_) {
    isNew = isNew && shard->isEmpty();
  }
  if (!isNew) {
    throw std::logic_error("a state is restored into new stages only");
  }
  StateRestore(image, admission_, risk_, matching_, results_).run();
}

state::StateImage Stages::image() const {
  StateCopy copy(riskShards(), matchingShards());
  copy.visit(admission_);
  for (const auto& shard : matching_) {
    copy.visit(*shard);
  }
  for (const auto& shard : risk_) {
    copy.visit(*shard);
  }
  copy.visit(results_);
  return copy.image();
}

}  // namespace tandem::statemachine
