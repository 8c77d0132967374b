#include "tandem/kernel/kernel.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernel_threads.hpp"
#include "tandem/statemachine/state_copy.hpp"

namespace tandem::kernel {

namespace {

/** Options that stages can run with: without a limit above 0 they would take up nothing. */
const KernelOptions& checked(const KernelOptions& options) {
  if (options.stage.limit < 1) {
    throw std::invalid_argument("limit of a stage: " + std::to_string(options.stage.limit) +
                                ", expected 1 or more");
  }
  return options;
}

/** No more are sequenced at once than the ring has slots. */
u32 batchOf(const KernelOptions& options) {
  constexpr i64 kMost = std::numeric_limits<i32>::max();
  const auto slots = static_cast<i64>(std::min(options.ringSize, std::size_t{kMost}));
  return static_cast<u32>(std::min(options.stage.limit, slots));
}

/** To run unpinned is no failure, even if it could not be logged. */
void reportUnpinned(const KernelOptions& options, const std::string& text) {
  if (options.unpinned) {
    try {
      options.unpinned(text);
      return;
    } catch (const std::exception& e) {
      std::fprintf(stderr, "KernelOptions::unpinned has thrown: %s\n", e.what());
    } catch (...) {
      std::fputs("KernelOptions::unpinned has thrown\n", stderr);
    }
  }
  std::fprintf(stderr, "%s\n", text.c_str());
}

}  // namespace

Kernel::Threads::Threads(std::unique_ptr<statemachine::Stages> stages, const KernelOptions& options)
    : Threads(std::move(stages), options,
              [&options](const ingress::Intake::Options& of, pipeline::Poison&) {
                return ingress::Intake::create(options.ingress, of);
              }) {}

Kernel::Threads::Threads(std::unique_ptr<statemachine::Stages> stages, const KernelOptions& options,
                         const IntakeFactory& intake)
    : options_(checked(options)),
      owned_(std::move(stages)),
      stages_(*owned_),
      intake_(
          intake({options.ringSize, batchOf(options), options.stage.waiting, poison_}, poison_)),
      ring_(intake_->ring()) {}

std::unique_ptr<pipeline::CpuPin> Kernel::Threads::pinIfAsked(std::size_t number) const {
  std::unique_ptr<pipeline::CpuPin> pin;
  if (options_.pinned) {
    try {
      pin = std::make_unique<pipeline::CpuPin>();
    } catch (const std::exception& e) {
      const std::string text =
          "thread tandem-" + std::to_string(number) + " runs unpinned: " + e.what();
      reportUnpinned(options_, text);
    }
  }
  return pin;
}

void Kernel::Threads::endWith(const pipeline::Sequence& last) {
  intake_->gateBy(last);
  last_.emplace(after({&last}));
}

void Kernel::Threads::awaitAnswered(i64 last) {
  if (last < -1 || (last >= 0 && last_->waitFor(last) < last)) {
    fail();
  }
}

void Kernel::Threads::stop() {
  const std::lock_guard lock(stopping_);
  poison_.halt();
  for (std::thread& thread : threads_) {
    thread.join();
  }
  threads_.clear();
}

void Kernel::Threads::fail() {
  // What a command in flight refers to, as a query does, ends with this exception.
  stop();
  poison_.rethrow();
  throw std::logic_error("the kernel is stopped");
}

Kernel::Kernel(std::unique_ptr<Threads> threads) : threads_(std::move(threads)) {}

Kernel::~Kernel() = default;

void Kernel::submit(const command::CommandInput& in) { threads_->intake().submit(in); }

std::unique_ptr<ingress::LaneEntry> Kernel::claimLane() { return threads_->intake().claimLane(); }

std::optional<ingress::LaneStatistics> Kernel::laneStatistics() const {
  return threads_->intake().laneStatistics();
}

void Kernel::drain() { threads_->awaitAnswered(threads_->intake().awaitSequenced()); }

void Kernel::close() { threads_->awaitAnswered(threads_->intake().close()); }

void Kernel::ask(statemachine::Query& query) {
  command::CommandInput question;
  question.type = command::type::kQuery;
  question.query = &query;
  // Behind all that is in the lanes.
  threads_->intake().awaitSequenced();
  submit(question);
  drain();
}

state::StateImage Kernel::image() {
  statemachine::StateCopy copy(stages().riskShards(), stages().matchingShards());
  ask(copy);
  return copy.image();
}

const statemachine::Stages& Kernel::stages() const { return threads_->stages(); }

}  // namespace tandem::kernel
