#pragma once

#include <mutex>

#include "tandem/ingress/intake.hpp"
#include "tandem/ingress/lane_set.hpp"
#include "tandem/ingress/sequencer.hpp"

namespace tandem::ingress {

/** A lane for each producer, one more for all others, and the sequencer behind them. */
class LaneIntake final : public Intake {
 public:
  LaneIntake(const Ingress& ingress, const Options& options);

  pipeline::Upstream& upstream() override { return sequencer_; }
  void gateBy(const pipeline::Sequence& lastStage) override;
  void submit(const command::CommandInput& in) override;
  bool trySubmit(const command::CommandInput& in) override;
  std::unique_ptr<LaneEntry> claimLane() override;
  i64 awaitSequenced() override;
  i64 close() override { return lanes_.close() - 1; }
  std::optional<LaneStatistics> laneStatistics() override;

  // Of one lane, for its producer.

  void submit(Lane& lane, const command::CommandInput& in);
  bool trySubmit(Lane& lane, const command::CommandInput& in);
  void giveBack(Lane& lane);

 private:
  bool offer(Lane& lane, const command::CommandInput& in);

  const u32 most_;
  LaneSet lanes_;
  Sequencer sequencer_;
  std::mutex common_;
};

}  // namespace tandem::ingress
