// The shapes that tandem_pipeline_run drives: the same work as DisruptorBenchmark and
// PingPongBenchmark of jmh.
#include "ring_shapes.hpp"

#include "tandem/wal/append/cpu.hpp"

namespace tandem::capi {

using pipeline::Sequence;
using pipeline::WaitPlan;

DisruptorShapes::DisruptorShapes(Shape shape, WaitPlan waiting, std::size_t slots)
    : threeProducers_(shape == Shape::kThreeToOne),
      waiting_(waiting),
      ring_(slots),
      publisher_(ring_, !threeProducers_) {
  const Sequence& first = add(afterPublishers());
  if (shape == Shape::kPipelineOf3) {
    add(after({&add(after({&first}))}));
  } else if (shape == Shape::kDiamond) {
    add(after({&first, &add(afterPublishers())}));
  }
  lastStage_.emplace(after({&stages_.back().sequence()}));
  for (Stage& stage : stages_) {
    threads_.start([&stage] { stage.run(); });
  }
}

const Sequence& DisruptorShapes::add(pipeline::Waiter before) {
  const pipeline::StageOptions options{.waiting = waiting_, .publishing = {}};
  return stages_
      .emplace_back(ring_, std::move(before), poison_, Summing{sum(stages_.size())}, options)
      .sequence();
}

void DisruptorShapes::publish(std::uint64_t events) {
  for (std::uint64_t i = 0; i < events; i++) {
    const std::int64_t sequence = publisher_.claim(*lastStage_);
    if (sequence < 0) {
      return;
    }
    ring_[sequence].value = i;
    publisher_.publish(sequence);
  }
}

void DisruptorShapes::pass(std::uint64_t events) {
  const std::int64_t last = publisher_.claimed() + static_cast<std::int64_t>(events);
  if (threeProducers_) {
    std::vector<std::jthread> producers;
    for (std::uint64_t i = 0; i < kProducers; i++) {
      producers.emplace_back([this, events] { publish(events / kProducers); });
    }
  } else {
    publish(events);
  }
  while (lastStage_->look() < last) {
    wal::spinHint();
  }
}

// The pinger is started last: it waits for a pass, which nothing but the destructor ends.
PingPong::PingPong(WaitPlan waiting, std::size_t slots)
    : there_(Ponger{*this, sum(0)}, poison_, waiting, slots),
      back_(Pinger{*this, sum(1)}, poison_, waiting, slots) {
  threads_.start([this] { there_.processor.run(); });
  threads_.start([this] {
    sendIfAsked();
    back_.processor.run();
  });
}

PingPong::~PingPong() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  changed_.notify_all();
}

void PingPong::pass(std::uint64_t events) {
  std::unique_lock lock(mutex_);
  asked_ += events;
  changed_.notify_all();
  changed_.wait(lock, [this] { return made_ == asked_; });
}

void PingPong::cameBack() {
  trips_++;
  if (trips_ == goal_) {
    sendIfAsked();
  } else {
    there_.send(trips_);
  }
}

void PingPong::sendIfAsked() {
  {
    std::unique_lock lock(mutex_);
    made_ = trips_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return asked_ > made_ || ending_; });
    if (ending_) {
      return;
    }
    goal_ = asked_;
  }
  there_.send(trips_);
}

}  // namespace tandem::capi
