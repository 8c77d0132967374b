#include "tandem/ingress/intake.hpp"

#include "lane_intake.hpp"
#include "shared_intake.hpp"

namespace tandem::ingress {

std::unique_ptr<Intake> Intake::create(const Ingress& ingress, const Options& options) {
  if (ingress.isShared()) {
    return std::make_unique<SharedIntake>(ingress.isSingleProducer(), options);
  }
  return std::make_unique<LaneIntake>(ingress, options);
}

Intake::Intake(const Options& options)
    : poison_(options.poison), waiting_(options.waiting), ring_(options.ringSize) {
  for (std::size_t i = 0; i < ring_.size(); i++) {
    ring_[static_cast<std::int64_t>(i)].outcomes.preallocate();
  }
}

void Intake::gateBy(const pipeline::Sequence& lastStage) {
  lastStage_.emplace(std::vector<const pipeline::Sequence*>{&lastStage}, poison_, waiting_);
}

int Intake::pause(int step) const {
  throwIfFailed();
  return waiting_.pause(step);
}

void Intake::throwIfFailed() const {
  if (poison_.isStopped()) {
    poison_.rethrow();
    throw ClosedException();
  }
}

}  // namespace tandem::ingress
