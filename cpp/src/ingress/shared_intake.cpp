#include "shared_intake.hpp"

namespace tandem::ingress {

using command::CommandInput;

namespace {

/** Where there are no lanes: the common way in. */
class CommonEntry final : public LaneEntry {
 public:
  explicit CommonEntry(Intake& intake) : intake_(intake) {}
  void submit(const CommandInput& in) override { intake_.submit(in); }
  bool trySubmit(const CommandInput& in) override { return intake_.trySubmit(in); }

 private:
  Intake& intake_;
};

}  // namespace

SharedIntake::SharedIntake(bool singleProducer, const Options& options)
    : Intake(options), publisher_(ring(), singleProducer) {}

bool SharedIntake::trySubmit(const CommandInput& in) {
  throwIfFailed();
  const i64 sequence = publisher_.tryClaim(lastStage());
  if (sequence == Publisher::kClosed) {
    throw ClosedException();
  }
  if (sequence < 0) {
    return false;
  }
  ring()[sequence].input(in);
  publisher_.publish(sequence);
  return true;
}

void SharedIntake::submit(const CommandInput& in) {
  for (int step = 0; !trySubmit(in);) {
    step = pause(step);
  }
}

std::unique_ptr<LaneEntry> SharedIntake::claimLane() {
  throwIfFailed();
  if (publisher_.isClosed()) {
    throw ClosedException();
  }
  return std::make_unique<CommonEntry>(*this);
}

// A claim is a place in the ring.
i64 SharedIntake::awaitSequenced() { return publisher_.claimed(); }

// By one thread at a time a submission cannot race with this.
i64 SharedIntake::close() { return publisher_.close(); }

}  // namespace tandem::ingress
