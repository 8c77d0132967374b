#include "shared_intake.hpp"

#include <bit>

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
    : Intake(options),
      single_(singleProducer),
      mask_(ring().size() - 1),
      shift_(std::countr_zero(ring().size())),
      samples_(options.samples),
      laps_(singleProducer ? 0 : ring().size()) {
  for (std::atomic<i64>& lap : laps_) {
    lap.store(-1, std::memory_order_relaxed);
  }
}

i64 SharedIntake::available(i64 next) {
  if (single_) {
    return ring().cursor().getAcquire();
  }
  i64 last = next - 1;
  while (last - next < static_cast<i64>(mask_) &&
         laps_[at(last + 1)].load(std::memory_order_acquire) == lapOf(last + 1)) {
    last++;
  }
  return last;
}

bool SharedIntake::hasRoom(i64 sequence) {
  const i64 wrap = sequence - static_cast<i64>(ring().size());
  if (wrap <= freed_.load(std::memory_order_acquire)) {
    return true;
  }
  const i64 freed = lastStage().look();
  freed_.store(freed, std::memory_order_release);
  return wrap <= freed;
}

i64 SharedIntake::tryClaim() {
  u64 claims = claims_.load(std::memory_order_relaxed);
  for (;;) {
    if ((claims & kClosed) != 0) {
      throw ClosedException();
    }
    const i64 sequence = static_cast<i64>(claims);
    if (!hasRoom(sequence)) {
      return -1;
    }
    if (single_) {
      return sequence;
    }
    if (claims_.compare_exchange_weak(claims, claims + 1, std::memory_order_acq_rel)) {
      return sequence;
    }
  }
}

void SharedIntake::publish(i64 sequence) {
  if (samples_ != nullptr) {
    samples_->publishing(sequence);
  }
  if (single_) {
    ring().publish(sequence);
  } else {
    laps_[at(sequence)].store(lapOf(sequence), std::memory_order_release);
  }
}

bool SharedIntake::trySubmit(const CommandInput& in) {
  throwIfFailed();
  const i64 sequence = tryClaim();
  if (sequence < 0) {
    return false;
  }
  ring()[sequence].input(in);
  if (single_) {
    claims_.store(static_cast<u64>(sequence) + 1, std::memory_order_relaxed);
  }
  publish(sequence);
  return true;
}

void SharedIntake::submit(const CommandInput& in) {
  for (int step = 0; !trySubmit(in);) {
    step = pause(step);
  }
}

std::unique_ptr<LaneEntry> SharedIntake::claimLane() {
  throwIfFailed();
  if ((claims_.load() & kClosed) != 0) {
    throw ClosedException();
  }
  return std::make_unique<CommonEntry>(*this);
}

i64 SharedIntake::awaitSequenced() {
  // A claim is a place in the ring.
  return static_cast<i64>(claims_.load() & ~kClosed) - 1;
}

i64 SharedIntake::close() {
  // By one thread at a time a submission cannot race with this.
  return static_cast<i64>(claims_.fetch_or(kClosed) & ~kClosed) - 1;
}

}  // namespace tandem::ingress
