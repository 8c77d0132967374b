// The intake in C++ as systems of dev.tandem.jmh.ingress.IngressComparison. Arguments: the system
// and a directory, which it does not need. Requests and answers are those of IngressProcess, loops
// and checks those of Handover, the queue that of IntakeQueue.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <bit>
#include <cstddef>
#include <exception>
#include <iostream>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "counted_new.hpp"
#include "latencies.hpp"
#include "request_loop.hpp"
#include "tandem/command/command.hpp"
#include "tandem/ingress/ingress.hpp"
#include "tandem/ingress/intake.hpp"
#include "tandem/pipeline/poison.hpp"
#include "tandem/pipeline/sequence.hpp"
#include "tandem/wal/append/cpu.hpp"

namespace {

using namespace tandem::bench;
using tandem::i64;
using tandem::u32;
using tandem::u64;
using tandem::command::CommandInput;
using tandem::ingress::Ingress;
using tandem::ingress::Intake;
using tandem::ingress::LaneEntry;
using tandem::pipeline::Poison;
using tandem::pipeline::Sequence;
using tandem::pipeline::Upstream;
using tandem::pipeline::WaitMode;
using tandem::pipeline::WaitPlan;

/** The kernel's defaults. */
constexpr std::size_t kRing = 4'096;
constexpr u32 kBatch = 256;
constexpr std::size_t kDefaultLane = 1'024;

/** A later paced run warms up for so much less time than the first. */
constexpr double kLessWarmUp = 3;

/** Spins a little, then yields. */
class Relaxing {
 public:
  void pause() {
    if (spins_ < kSpins) {
      spins_++;
      tandem::wal::spinHint();
    } else {
      std::this_thread::yield();
    }
  }
  void beginAnew() { spins_ = 0; }

 private:
  static constexpr int kSpins = 200;
  int spins_ = 0;
};

/** The kernel's intake with an entry for each sender, and a stage behind it that only hands on. */
class Queue {
 public:
  Queue(const Ingress& ingress, std::size_t ring, std::size_t senders)
      : intake_(Intake::create(
            ingress, Intake::Options{ring, kBatch, WaitPlan(WaitMode::kYielding), poison_})),
        upstream_(intake_->upstream()) {
    intake_->gateBy(done_);
    for (std::size_t s = 0; s < senders; s++) {
      entries_.push_back(intake_->claimLane());
    }
  }
  /** What a run that failed has left in it is waited for by nobody. */
  ~Queue() { intake_->close(); }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  /** The end of one sender. */
  LaneEntry& entry(std::size_t sender) { return *entries_[sender]; }

  /** Hands on all that is found, of lanes that is a round; how many. For one thread at a time. */
  template <typename Take>
  i64 drain(Take&& take) {
    const i64 first = done_.getPlain() + 1;
    const i64 last = upstream_.available(first);
    for (i64 sequence = first; sequence <= last; sequence++) {
      take(intake_->ring()[sequence]);
    }
    if (last >= first) {
      done_.setRelease(last);
    }
    return last - first + 1;
  }

 private:
  Poison poison_;
  Sequence done_;
  std::unique_ptr<Intake> intake_;
  Upstream& upstream_;
  std::vector<std::unique_ptr<LaneEntry>> entries_;
};

/** One for each receiver. */
using Queues = std::vector<std::unique_ptr<Queue>>;

/** Writes what the order of this number has. */
void fill(CommandInput& order, std::size_t sender, i64 number, i64 stamp) {
  order.type = tandem::command::type::kPlace;
  order.timestampNs = stamp;
  order.clientKey = static_cast<i64>(sender) + 1;
  order.clientSequence = number;
  order.userId = static_cast<i64>(sender) + 1;
  order.orderId = static_cast<i64>(sender) << 32 | number;
  order.price = 100 + number % 8;
  order.quantity = 1 + number % 4;
  order.symbol = 1;
}

/** A number that changes if any part of the order does. */
u64 digest(const CommandInput& order) {
  u64 all = static_cast<u64>(order.orderId);
  for (const i64 part : {order.userId, order.price, order.quantity, i64{order.symbol}}) {
    all = all * 31 + static_cast<u64>(part);
  }
  return all;
}

/** What was measured, in ns. */
struct Outcome {
  /** From an order's stamp (paced: its intended time) to its receiver. */
  Latencies latency;
  /** From the start to the last order. */
  i64 total;
  /** Paced orders that their sender came to late. */
  i64 late;
  /** By all senders and receivers meanwhile. */
  std::size_t allocatedBytes;
};

/**
 * Orders from some threads to others, once. Each sender numbers its orders; each receiver checks
 * that the numbers of a sender rise (by one, where it is the only receiver), and all together that
 * as many arrived as were sent, with the same in them.
 */
class Handover {
 public:
  /** The gap is that between two orders of a sender, in ns; 0 is as fast as it can. */
  Handover(Queues& queues, std::size_t senders, i64 each, double gap)
      : queues_(queues),
        senders_(senders),
        each_(each),
        gap_(gap),
        // All are there before the first order, and its time is taken behind the barrier.
        begin_(static_cast<std::ptrdiff_t>(senders), Start{&start_}) {}

  Outcome run() {
    std::vector<Taken> taken(queues_.size());
    std::vector<std::thread> takers;
    for (std::size_t r = 0; r < queues_.size(); r++) {
      taken[r].next.resize(senders_);
      takers.emplace_back([&, r] { guarded([&] { receive(*queues_[r], taken[r]); }); });
    }
    std::vector<std::thread> givers;
    for (std::size_t s = 0; s < senders_; s++) {
      givers.emplace_back([this, s] { guarded([&] { send(s); }); });
    }
    join(givers);
    allSent_ = true;
    join(takers);
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    return checked(taken);
  }

 private:
  struct Start {
    i64* at;
    void operator()() const noexcept { *at = now(); }
  };

  /** What one receiver found; each has lines of its own, as an object in Java has. */
  struct alignas(128) Taken {
    Latencies latency;
    /** Of each sender, the number that is due. */
    std::vector<i64> next;
    u64 sum = 0;
    i64 last = 0;
  };

  static void join(std::vector<std::thread>& threads) {
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  /** Keeps the first failure, which ends all threads, and counts what this one allocates. */
  template <typename Work>
  void guarded(Work&& work) {
    const std::size_t before = threadAllocated;
    try {
      work();
      allocated_ += threadAllocated - before;
    } catch (...) {
      const std::lock_guard lock(failing_);
      if (!failed_.exchange(true)) {
        failure_ = std::current_exception();
      }
    }
  }

  void send(std::size_t sender) {
    begin_.arrive_and_wait();
    CommandInput order;
    i64 late = 0;
    std::size_t to = sender % queues_.size();
    for (i64 i = 0; i < each_; i++) {
      i64 stamp = now();
      if (gap_ > 0) {
        const i64 intended = turn(sender, i);
        for (Relaxing relaxing; stamp < intended; stamp = now()) {
          relaxing.pause();
        }
        late += stamp - intended > kLateNanos ? 1 : 0;
        stamp = intended;
      }
      fill(order, sender, i, stamp);
      for (Relaxing relaxing; !queues_[to]->entry(sender).trySubmit(order);) {
        relaxing.pause();
        if (failed_) {
          return;
        }
      }
      to = to + 1 == queues_.size() ? 0 : to + 1;
    }
    late_ += late;
  }

  /** Senders take turns on one schedule; the stamp is the intended time, however late it is. */
  i64 turn(std::size_t sender, i64 number) const {
    const double share = static_cast<double>(sender) / static_cast<double>(senders_);
    return start_ + static_cast<i64>((static_cast<double>(number) + share) * gap_);
  }

  void receive(Queue& queue, Taken& taken) {
    const auto take = [&](const CommandInput& order) { look(order, taken); };
    // A lane that sleeps although it has something is found after as many rounds as there are
    // lanes.
    std::size_t looks = senders_ + 2;
    for (Relaxing relaxing; !failed_ && looks > 0;) {
      // Asked before the look, so that nothing comes after the last one.
      const bool last = allSent_;
      if (queue.drain(take) > 0) {
        relaxing.beginAnew();
      } else if (last) {
        looks--;
      } else {
        relaxing.pause();
      }
    }
  }

  void look(const CommandInput& order, Taken& taken) const {
    taken.last = now();
    taken.latency.record(std::max<i64>(0, taken.last - order.timestampNs));
    i64& due = taken.next.at(static_cast<std::size_t>(order.clientKey - 1));
    // Several receivers have some of a sender's orders each, one has them all.
    if (order.clientSequence < due || (queues_.size() == 1 && order.clientSequence > due)) {
      throw std::runtime_error("order " + std::to_string(order.clientSequence) + " of sender " +
                               std::to_string(order.clientKey - 1) + " where " +
                               std::to_string(due) + " was due");
    }
    due = order.clientSequence + 1;
    taken.sum += digest(order);
  }

  Outcome checked(const std::vector<Taken>& all) const {
    Latencies latency;
    u64 sum = 0;
    i64 last = start_;
    for (const Taken& taken : all) {
      latency.add(taken.latency);
      sum += taken.sum;
      last = std::max(last, taken.last);
    }
    u64 expected = 0;
    for (std::size_t s = 0; s < senders_; s++) {
      for (i64 i = 0; i < each_; i++) {
        CommandInput order;
        fill(order, s, i, 0);
        expected += digest(order);
      }
    }
    const u64 orders = senders_ * static_cast<u64>(each_);
    if (latency.total() != orders || sum != expected) {
      throw std::runtime_error(std::to_string(latency.total()) + " orders arrived, of " +
                               std::to_string(orders) + "; the checksums differ by " +
                               std::to_string(sum - expected));
    }
    return {latency, last - start_, late_, allocated_};
  }

  Queues& queues_;
  const std::size_t senders_;
  const i64 each_;
  const double gap_;
  i64 start_ = 0;
  std::barrier<Start> begin_;
  std::atomic<bool> allSent_{false};
  std::atomic<bool> failed_{false};
  std::atomic<i64> late_{0};
  std::atomic<std::size_t> allocated_{0};
  std::mutex failing_;
  std::exception_ptr failure_;
};

/** The process of one system. */
class IngressProcess {
 public:
  explicit IngressProcess(std::string system) : system_(std::move(system)) {}

  static bool isSystem(const std::string& name) {
    return name == "TANDEM_CPP_LANES" || name == "TANDEM_CPP_LANES_1K" ||
           name == "TANDEM_CPP_SHARED";
  }

  std::string answer(const std::vector<std::string>& words) {
    const auto number = [&words](std::size_t at) { return std::stoull(words.at(at)); };
    if (words.at(0) == "burst") {
      return burst(number(1), number(2), number(3), number(4), words.at(5) == "cold", number(6),
                   number(7));
    }
    if (words.at(0) == "paced") {
      return paced(number(1), number(2), std::stod(words.at(3)), std::stod(words.at(4)),
                   words.at(5) == "cold");
    }
    throw std::invalid_argument("no such request: " + words.at(0));
  }

 private:
  static std::string sample(const Outcome& outcome) {
    std::string nanos;
    for (const double percent : {50.0, 90.0, 99.0}) {
      nanos += std::to_string(outcome.latency.at(percent)) + ',';
    }
    const auto orders = static_cast<double>(outcome.latency.total());
    return JsonMembers()
        .addRaw("nanos", '[' + nanos + std::to_string(outcome.latency.max()) + ']')
        .add("totalNanos", outcome.total)
        .add("orders", outcome.latency.total())
        .add("latePercent", 100.0 * static_cast<double>(outcome.late) / orders)
        .add("bytesPerOrder", static_cast<double>(outcome.allocatedBytes) / orders)
        .object();
  }

  static std::string answerOf(const std::string& samples) {
    return JsonMembers().addRaw("samples", '[' + samples + ']').object();
  }

  std::string burst(std::size_t senders, std::size_t receivers, std::size_t capacity,
                    std::size_t orders, bool cold, std::size_t warm, std::size_t measured) const {
    std::string samples;
    Queues queues;
    for (std::size_t i = 0; i < warm + measured; i++) {
      if (cold || queues.empty()) {
        queues.clear();
        queues = fresh(senders, receivers, capacity, cold);
      }
      const Outcome outcome =
          Handover(queues, senders, static_cast<i64>(orders / senders), 0).run();
      if (i >= warm) {
        samples += samples.empty() ? "" : ",";
        samples += sample(outcome);
      }
    }
    return answerOf(samples);
  }

  std::string paced(std::size_t senders, std::size_t capacity, double rate, double seconds,
                    bool cold) {
    const auto each = [&](double time) {
      return std::max<i64>(1, static_cast<i64>(rate * time / static_cast<double>(senders)));
    };
    const double gap = 1e9 * static_cast<double>(senders) / rate;
    const double warmUp = std::min(seconds, 1.0) / (pacedRuns_++ == 0 ? 1 : kLessWarmUp);
    Queues queues = fresh(senders, 1, capacity, cold);
    Handover(queues, senders, each(warmUp), gap).run();
    queues.clear();
    queues = fresh(senders, 1, capacity, cold);
    return answerOf(sample(Handover(queues, senders, each(seconds), gap).run()));
  }

  Queues fresh(std::size_t senders, std::size_t receivers, std::size_t capacity, bool cold) const {
    if (senders == 0 || receivers == 0) {
      throw std::invalid_argument("a sender and a receiver at least");
    }
    const std::size_t own = std::bit_floor(capacity / receivers);
    Queues queues;
    for (std::size_t r = 0; r < receivers; r++) {
      queues.push_back(made(senders, own));
      if (!cold) {
        touch(*queues.back(), senders, capacity / receivers);
      }
    }
    return queues;
  }

  std::unique_ptr<Queue> made(std::size_t senders, std::size_t capacity) const {
    if (system_ == "TANDEM_CPP_SHARED") {
      return std::make_unique<Queue>(Ingress::shared(), capacity, senders);
    }
    std::size_t slots = std::max<std::size_t>(2, std::bit_floor(capacity / senders));
    if (system_ == "TANDEM_CPP_LANES_1K") {
      slots = std::min(slots, kDefaultLane);
    }
    return std::make_unique<Queue>(
        Ingress::lanes(static_cast<u32>(senders), static_cast<u32>(slots)), kRing, senders);
  }

  /** Fills a queue all round, twice, and empties it. */
  static void touch(Queue& queue, std::size_t senders, std::size_t capacity) {
    const auto drainAll = [&queue] {
      while (queue.drain([](const CommandInput&) {}) > 0) {
        // More may be there.
      }
    };
    for (std::size_t s = 0; s < senders; s++) {
      CommandInput order;
      for (std::size_t i = 0; i < 2 * (capacity / senders); i++) {
        fill(order, s, static_cast<i64>(i), 0);
        while (!queue.entry(s).trySubmit(order)) {
          drainAll();
        }
      }
      drainAll();
    }
  }

  const std::string system_;
  int pacedRuns_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  const std::string system = count == 3 ? arguments[1] : "";
  if (!IngressProcess::isSystem(system)) {
    std::cerr << "usage: tandem-ingress-process "
                 "TANDEM_CPP_LANES|TANDEM_CPP_LANES_1K|TANDEM_CPP_SHARED DIRECTORY\n"
                 "A system of IngressComparison, which starts it: see its option --cpp.\n";
    return 2;
  }
  IngressProcess process(system);
  return answerRequests(
      [&](const std::vector<std::string>& words) { return process.answer(words); });
}
