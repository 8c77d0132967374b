#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tandem/ingress/ingress.hpp"
#include "tandem/ingress/intake.hpp"
#include "tandem/pipeline/stage_processor.hpp"
#include "tandem/statemachine/stages.hpp"

namespace tandem::kernel {

/** How a kernel with threads of its own runs. */
struct KernelOptions {
  /**
   * Slots of the ring, a power of two. Where there are fewer processors than threads, each full
   * ring is a change of threads: 1,024 slots cost two fifths of the throughput.
   */
  std::size_t ringSize = 4096;
  /** By default one thread at a time submits. */
  ingress::Ingress ingress = ingress::Ingress::singleProducer();
  pipeline::StageOptions stage;
  /**
   * Pins each thread of the kernel, while it works, to a CPU that no other pinned thread has, if
   * one is to be had. A thread of the caller's is never pinned.
   */
  bool pinned = false;
  /**
   * Called by a thread that runs unpinned, with the reason; by default a line of standard error.
   * That has the text, too, where this throws; the thread continues.
   */
  std::function<void(const std::string& text)> unpinned;
};

/**
 * Stages behind a ring, on threads that are the kernel's own and end with it. The same commands in
 * the same order have the same outcome in every topology. The clock and the handlers are called on
 * its threads.
 *
 * The ingress decides how many threads may call submit(); ask(), image() and close() count as a
 * submission. drain(), claimLane() and laneStatistics() are for any thread. What a stage or a
 * handler throws stops the kernel for good: every later call throws it again.
 */
class Kernel {
 public:
  /** Stops the threads, whatever is still in flight: drain() or close() before. */
  virtual ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  /**
   * Gives a command to the stages; waits while there is no room. ClosedException if the kernel is
   * closed, and the command is not accepted.
   */
  void submit(const command::CommandInput& in);

  /** A lane for one producer; null if all are taken. Without lanes, submit() by another name. */
  std::unique_ptr<ingress::LaneEntry> claimLane();

  /** Counts of the lanes; empty where there are none. */
  std::optional<ingress::LaneStatistics> laneStatistics() const;

  /** Waits until all that was submitted before is answered. */
  void drain();

  /** Accepts nothing more, and waits until all that was accepted is answered. */
  void close();

  /** Runs a query behind all that was submitted before, and waits for its answer. */
  void ask(statemachine::Query& query);

  /** The state behind all that was submitted before. */
  state::StateImage image();

  /** The stages, to be read between drain() and the next command. */
  const statemachine::Stages& stages() const;

  /** What a topology is made of; not for users. */
  class Threads;

 protected:
  explicit Kernel(std::unique_ptr<Threads> threads);

  Threads& threads() { return *threads_; }

 private:
  std::unique_ptr<Threads> threads_;
};

}  // namespace tandem::kernel
