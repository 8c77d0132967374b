#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "tandem/kernel/kernel.hpp"
#include "tandem/pipeline/cpu_pin.hpp"
#include "tandem/pipeline/poison.hpp"
#include "tandem/pipeline/waiter.hpp"

namespace tandem::kernel {

/** The stages, the ring, and a thread for each processor of a topology. */
class Kernel::Threads {
 public:
  /** Makes the way in, on which the poison of the kernel ends every wait. */
  using IntakeFactory = std::function<std::unique_ptr<ingress::Intake>(
      const ingress::Intake::Options&, pipeline::Poison&)>;

  /** With the way in that the options name. */
  Threads(std::unique_ptr<statemachine::Stages> stages, const KernelOptions& options);
  Threads(std::unique_ptr<statemachine::Stages> stages, const KernelOptions& options,
          const IntakeFactory& intake);
  /** Whoever has the processors stops them before they go. */
  virtual ~Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  const statemachine::Stages& stages() const { return stages_; }
  ingress::Intake& intake() { return *intake_; }

  /** Waits until the event of this number is answered. */
  void awaitAnswered(i64 last);
  /** Ends the threads; then what a command in flight refers to is not read any more. */
  void stop();

 protected:
  /** Whose sequence says which slots are free again, and what is answered; before the start. */
  void endWith(const pipeline::Sequence& last);

  /** Starts a thread for a processor. */
  template <class Processor>
  void start(Processor& processor) {
    threads_.emplace_back([this, &processor, number = threads_.size()] {
      const std::unique_ptr<pipeline::CpuPin> pin = pinIfAsked(number);
      processor.run();
    });
  }

  pipeline::Waiter afterPublishers() {
    return {intake_->upstream(), poison_, options_.stage.waiting};
  }
  pipeline::Waiter after(std::vector<const pipeline::Sequence*> sequences) {
    return {std::move(sequences), poison_, options_.stage.waiting};
  }

  pipeline::Poison poison_;
  const KernelOptions options_;
  const std::unique_ptr<statemachine::Stages> owned_;
  statemachine::Stages& stages_;
  std::unique_ptr<ingress::Intake> intake_;
  pipeline::RingBuffer<command::Command>& ring_;

 private:
  [[noreturn]] void fail();
  /** For the thread of this number; null where it runs unpinned. */
  std::unique_ptr<pipeline::CpuPin> pinIfAsked(std::size_t number) const;

  std::optional<pipeline::Waiter> last_;
  std::mutex stopping_;
  std::vector<std::thread> threads_;
};

}  // namespace tandem::kernel
