#pragma once

#include "tandem/ingress/intake.hpp"
#include "tandem/pipeline/ring_publisher.hpp"

namespace tandem::ingress {

/** All producers claim slots of the ring itself. */
class SharedIntake final : public Intake {
 public:
  SharedIntake(bool singleProducer, const Options& options);

  pipeline::Upstream& upstream() override { return publisher_; }
  void submit(const command::CommandInput& in) override;
  bool trySubmit(const command::CommandInput& in) override;
  std::unique_ptr<LaneEntry> claimLane() override;
  i64 awaitSequenced() override;
  i64 close() override;
  std::optional<LaneStatistics> laneStatistics() override { return std::nullopt; }

 private:
  using Publisher = pipeline::RingPublisher<command::Command>;

  Publisher publisher_;
};

}  // namespace tandem::ingress
