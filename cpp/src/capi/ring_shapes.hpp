#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "tandem/pipeline/poison.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/ring_publisher.hpp"
#include "tandem/pipeline/stage_processor.hpp"
#include "tandem/pipeline/wait_plan.hpp"
#include "tandem/pipeline/waiter.hpp"

namespace tandem::capi {

/** A slot of a ring, as large as Java's object: a header, padding, the number. */
struct RingSlot {
  std::uint64_t header[2];
  std::uint64_t value;
};
static_assert(sizeof(RingSlot) == 24);

/** What a processor saw, with cache lines of its own around it. */
struct alignas(128) SeenSum {
  std::uint64_t value = 0;
};

/** Threads of processors, which a poison stops. */
class ProcessorThreads {
 public:
  explicit ProcessorThreads(pipeline::Poison& poison) : poison_(poison) {}
  ~ProcessorThreads() {
    poison_.halt();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  ProcessorThreads(const ProcessorThreads&) = delete;
  ProcessorThreads& operator=(const ProcessorThreads&) = delete;

  template <class Work>
  void start(Work work) {
    threads_.emplace_back(std::move(work));
  }

 private:
  pipeline::Poison& poison_;
  std::vector<std::thread> threads_;
};

/** A ring, its processors, and whoever publishes. For one thread at a time. */
class RingShape {
 public:
  static constexpr std::size_t kMostProcessors = 3;

  virtual ~RingShape() = default;
  /** Sends so many events, and returns when all processors are done with them. */
  virtual void pass(std::uint64_t events) = 0;
  /** Of the processor of this number; 0 if there is none. After a pass. */
  std::uint64_t seen(std::size_t processor) const { return sums_[processor].value; }

 protected:
  SeenSum& sum(std::size_t processor) { return sums_[processor]; }

 private:
  SeenSum sums_[kMostProcessors];
};

/** The twin of DisruptorBenchmark of jmh: processors in their places behind one ring. */
class DisruptorShapes final : public RingShape {
 public:
  /** Who follows whom. */
  enum class Shape { kOneToOne, kPipelineOf3, kDiamond, kThreeToOne };
  /** Threads that publish in kThreeToOne. */
  static constexpr std::uint64_t kProducers = 3;

  DisruptorShapes(Shape shape, pipeline::WaitPlan waiting, std::size_t slots);

  void pass(std::uint64_t events) override;

 private:
  struct Summing {
    SeenSum& sum;
    void startBatch() {}
    void onEvent(RingSlot& slot, std::int64_t) { sum.value += slot.value; }
  };
  using Stage = pipeline::StageProcessor<RingSlot, Summing>;

  /** One more processor. */
  const pipeline::Sequence& add(pipeline::Waiter before);
  pipeline::Waiter afterPublishers() { return {publisher_, poison_, waiting_}; }
  pipeline::Waiter after(std::vector<const pipeline::Sequence*> before) {
    return {std::move(before), poison_, waiting_};
  }
  void publish(std::uint64_t events);

  const bool threeProducers_;
  const pipeline::WaitPlan waiting_;
  pipeline::Poison poison_;
  pipeline::RingBuffer<RingSlot> ring_;
  pipeline::RingPublisher<RingSlot> publisher_;
  std::deque<Stage> stages_;
  std::optional<pipeline::Waiter> lastStage_;
  /** Last, so that the threads end first. */
  ProcessorThreads threads_{poison_};
};

/** The twin of PingPongBenchmark of jmh: one event between two processors, a ring each way. */
class PingPong final : public RingShape {
 public:
  PingPong(pipeline::WaitPlan waiting, std::size_t slots);
  ~PingPong() override;

  void pass(std::uint64_t events) override;

 private:
  /** A ring with a single producer, the other ring's processor, and one processor. */
  template <class Handler>
  struct Way {
    Way(Handler handler, pipeline::Poison& poison, pipeline::WaitPlan waiting, std::size_t slots)
        : ring(slots),
          publisher(ring, true),
          processor(ring, pipeline::Waiter(publisher, poison, waiting), poison, handler,
                    pipeline::StageOptions{.waiting = waiting, .publishing = {}}),
          gate({&processor.sequence()}, poison, waiting) {}

    void send(std::uint64_t value) {
      const std::int64_t sequence = publisher.claim(gate);
      if (sequence >= 0) {
        ring[sequence].value = value;
        publisher.publish(sequence);
      }
    }

    pipeline::RingBuffer<RingSlot> ring;
    pipeline::RingPublisher<RingSlot> publisher;
    pipeline::StageProcessor<RingSlot, Handler> processor;
    pipeline::Waiter gate;
  };

  struct Ponger {
    PingPong& game;
    SeenSum& sum;
    void startBatch() {}
    void onEvent(RingSlot& slot, std::int64_t) {
      sum.value += slot.value;
      game.back_.send(slot.value);
    }
  };

  /** Sends all events there, on the thread of the processor that they come back to. */
  struct Pinger {
    PingPong& game;
    SeenSum& sum;
    void startBatch() {}
    void onEvent(RingSlot& slot, std::int64_t) {
      sum.value += slot.value;
      game.cameBack();
    }
  };

  void cameBack();
  /** Tells that a pass is over, and waits for the next one; for the pinger's thread. */
  void sendIfAsked();

  pipeline::Poison poison_;
  Way<Ponger> there_;
  Way<Pinger> back_;
  /** Of the pinger's thread: how many came back, and with how many the pass is over. */
  std::uint64_t trips_ = 0;
  std::uint64_t goal_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  /** Under the mutex: how many are asked for, how many came back by the end of a pass. */
  std::uint64_t asked_ = 0;
  std::uint64_t made_ = 0;
  bool ending_ = false;
  /** Last, so that the threads end first. */
  ProcessorThreads threads_{poison_};
};

}  // namespace tandem::capi
