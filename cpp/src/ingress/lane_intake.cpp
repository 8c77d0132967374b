#include "lane_intake.hpp"

namespace tandem::ingress {

using command::CommandInput;

namespace {

/** One lane, until it is given back. */
class OwnLane final : public LaneEntry {
 public:
  OwnLane(LaneIntake& intake, Lane& lane) : intake_(intake), lane_(lane) {}
  ~OwnLane() override { intake_.giveBack(lane_); }
  OwnLane(const OwnLane&) = delete;
  OwnLane& operator=(const OwnLane&) = delete;

  void submit(const CommandInput& in) override { intake_.submit(lane_, in); }
  bool trySubmit(const CommandInput& in) override { return intake_.trySubmit(lane_, in); }

 private:
  LaneIntake& intake_;
  Lane& lane_;
};

}  // namespace

LaneIntake::LaneIntake(const Ingress& ingress, const Options& options)
    : Intake(options),
      most_(ingress.maxLanes()),
      // A sequencer that sleeps looks seldom: then no mark may be missed.
      lanes_(most_ + 1, options.waiting.mode() == pipeline::WaitMode::kParking, ingress.slots()),
      sequencer_(ring(), lanes_, ingress.visit(), options.batch) {}

void LaneIntake::gateBy(const pipeline::Sequence& lastStage) {
  Intake::gateBy(lastStage);
  sequencer_.gateBy(this->lastStage());
}

bool LaneIntake::offer(Lane& lane, const CommandInput& in) {
  throwIfFailed();
  if (lane.isClosed()) {
    throw ClosedException();
  }
  if (!lane.offer(in)) {
    return false;
  }
  if (lane.isMarked()) {
    if (lane.wake()) {
      lanes_.wake(lane.number());
    }
    if (lane.isRefused()) {
      throw ClosedException();
    }
  }
  return true;
}

void LaneIntake::submit(Lane& lane, const CommandInput& in) {
  if (offer(lane, in)) {
    return;
  }
  lane.countWait();
  int step = 0;
  do {
    step = pause(step);
  } while (!offer(lane, in));
}

bool LaneIntake::trySubmit(Lane& lane, const CommandInput& in) {
  const bool there = offer(lane, in);
  if (!there) {
    lane.countBusy();
  }
  return there;
}

void LaneIntake::giveBack(Lane& lane) {
  int step = 0;
  while (!lane.isEmpty() && !lane.isClosed() && !isStopped()) {
    step = plan().pause(step);
  }
  lanes_.release(lane);
}

bool LaneIntake::trySubmit(const CommandInput& in) {
  const std::lock_guard lock(common_);
  return trySubmit(lanes_.common(), in);
}

void LaneIntake::submit(const CommandInput& in) {
  for (int step = 0;; step = pause(step)) {
    const std::lock_guard lock(common_);
    if (offer(lanes_.common(), in)) {
      return;
    }
    if (step == 0) {
      lanes_.common().countWait();
    }
  }
}

std::unique_ptr<LaneEntry> LaneIntake::claimLane() {
  throwIfFailed();
  if (lanes_.isClosed()) {
    throw ClosedException();
  }
  Lane* lane = lanes_.claim();
  return lane == nullptr ? nullptr : std::make_unique<OwnLane>(*this, *lane);
}

i64 LaneIntake::awaitSequenced() {
  for (u32 i = 0; i < lanes_.made(); i++) {
    const Lane& lane = lanes_.lane(i);
    const i64 all = lane.submitted();
    for (int step = 0; lane.taken() < all;) {
      if (isStopped()) {
        return -2;
      }
      step = plan().pause(step);
    }
  }
  // Not the ring's cursor: a visit is over before its round is published.
  i64 places = 0;
  for (u32 i = 0; i < lanes_.made(); i++) {
    places += lanes_.lane(i).taken();
  }
  return places - 1;
}

std::optional<LaneStatistics> LaneIntake::laneStatistics() {
  const u32 made = lanes_.made();
  LaneStatistics all{most_, made - 1, lanes_.claimed(), 0, 0, 0};
  for (u32 i = 0; i < made; i++) {
    const Lane& lane = lanes_.lane(i);
    // Taken first, so that it is never more than was submitted.
    const i64 taken = lane.taken();
    all.waiting += lane.submitted() - taken;
    all.busy += lane.busy();
    all.waits += lane.waits();
  }
  return all;
}

}  // namespace tandem::ingress
