#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>

#include "tandem/command/command.hpp"
#include "tandem/ingress/ingress.hpp"
#include "tandem/ingress/lane_statistics.hpp"
#include "tandem/pipeline/poison.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/upstream.hpp"
#include "tandem/pipeline/wait_plan.hpp"
#include "tandem/pipeline/waiter.hpp"

namespace tandem::ingress {

/** A command came after the kernel was closed, and is not accepted. */
class ClosedException : public std::logic_error {
 public:
  ClosedException() : std::logic_error("the kernel is closed") {}
};

/**
 * One producer's way in, for one thread at a time, and not beyond the kernel's life. To destroy it
 * gives the lane back, once everything in it has its place among all commands; it does not wait for
 * a kernel that is closed or has failed.
 */
class LaneEntry {
 public:
  virtual ~LaneEntry() = default;
  /**
   * Hands a command in; waits while there is no room. Throws ClosedException, or the cause if the
   * kernel has failed: then the command is not accepted.
   */
  virtual void submit(const command::CommandInput& in) = 0;
  /** The same, but answers false at once where submit() would wait. */
  [[nodiscard]] virtual bool trySubmit(const command::CommandInput& in) = 0;
};

/** The way into one kernel, of either kind. Any thread may call any method, but as it says. */
class Intake {
 public:
  /** What an intake is made of. */
  struct Options {
    /** Slots of the kernel's ring, a power of two. */
    std::size_t ringSize;
    /** Most commands that are sequenced at once. */
    u32 batch;
    /** How producers wait, and the first stage. */
    pipeline::WaitPlan waiting;
    /** Ends every wait. */
    const pipeline::Poison& poison;
  };

  static std::unique_ptr<Intake> create(const Ingress& ingress, const Options& options);

  explicit Intake(const Options& options);
  virtual ~Intake() = default;
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  /** The ring that the stages work on. */
  pipeline::RingBuffer<command::Command>& ring() { return ring_; }
  /** What the first stage follows; with lanes its thread does the sequencing. */
  virtual pipeline::Upstream& upstream() = 0;
  /** Which stage makes slots free again; before the stages start. */
  virtual void gateBy(const pipeline::Sequence& lastStage);

  /** As LaneEntry::submit(), by any thread; by one at a time if the ring is for a single one. */
  virtual void submit(const command::CommandInput& in) = 0;
  [[nodiscard]] virtual bool trySubmit(const command::CommandInput& in) = 0;
  /** A lane of its own; without lanes, the common way in. Null if all are taken. */
  virtual std::unique_ptr<LaneEntry> claimLane() = 0;
  /**
   * Waits until every command that was handed in before has its place in the ring; the last place
   * that is taken then, or -2 if the pipeline was stopped meanwhile.
   */
  virtual i64 awaitSequenced() = 0;
  /**
   * Accepts nothing more. A submission that races with it is either refused or among the accepted.
   * The place that the last accepted command has or will get.
   */
  virtual i64 close() = 0;
  /** Counts of the lanes; empty where there are none. */
  virtual std::optional<LaneStatistics> laneStatistics() = 0;

 protected:
  /** Spends the time between two tries of a producer; throws if the kernel has failed. */
  int pause(int step) const;
  void throwIfFailed() const;
  bool isStopped() const { return poison_.isStopped(); }
  const pipeline::WaitPlan& plan() const { return waiting_; }
  const pipeline::Waiter& lastStage() const { return *lastStage_; }

 private:
  const pipeline::Poison& poison_;
  const pipeline::WaitPlan waiting_;
  pipeline::RingBuffer<command::Command> ring_;
  std::optional<pipeline::Waiter> lastStage_;
};

}  // namespace tandem::ingress
