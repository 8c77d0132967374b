#pragma once

#include <atomic>
#include <vector>

#include "tandem/ingress/intake.hpp"

namespace tandem::ingress {

/**
 * All producers claim slots of the ring itself. Several claim by one atomic word, and mark each
 * slot with its lap once it is written; the first stage goes as far as there is no gap.
 */
class SharedIntake final : public Intake, private pipeline::Upstream {
 public:
  SharedIntake(bool singleProducer, const Options& options);

  pipeline::Upstream& upstream() override { return *this; }
  void submit(const command::CommandInput& in) override;
  bool trySubmit(const command::CommandInput& in) override;
  std::unique_ptr<LaneEntry> claimLane() override;
  i64 awaitSequenced() override;
  i64 close() override;
  std::optional<LaneStatistics> laneStatistics() override { return std::nullopt; }

 private:
  /** In the word of claims, beside the number of the next slot. */
  static constexpr u64 kClosed = u64{1} << 63;

  i64 available(i64 next) override;
  /** The slot's number, or -1 if the ring is full. */
  i64 tryClaim();
  bool hasRoom(i64 sequence);
  void publish(i64 sequence);
  i64 lapOf(i64 sequence) const { return sequence >> shift_; }
  std::size_t at(i64 sequence) const { return static_cast<std::size_t>(sequence) & mask_; }

  const bool single_;
  const std::size_t mask_;
  const int shift_;
  pipeline::StageSamples* const samples_;
  /** Which lap each slot was last written in; only for several producers. */
  std::vector<std::atomic<i64>> laps_;
  alignas(128) std::atomic<u64> claims_{0};
  /** The last event that the last stage is known to be done with. */
  alignas(128) std::atomic<i64> freed_{-1};
};

}  // namespace tandem::ingress
