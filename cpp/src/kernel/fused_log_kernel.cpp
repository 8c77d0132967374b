#include "tandem/kernel/fused_log_kernel.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tandem/pipeline/confirmed_upstream.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/stage_processor.hpp"

namespace tandem::kernel {

using command::Command;
using pipeline::ConfirmedUpstream;
using pipeline::Poison;
using pipeline::RingBuffer;
using pipeline::Waiter;
using statemachine::JournalStage;
using statemachine::Stages;

namespace {

struct ResultsHandler {
  Stages& stages;
  void startBatch() {}
  void onEvent(Command& c, i64) { stages.tell(c); }
};

using HeldResults = pipeline::StageProcessor<Command, ResultsHandler, ConfirmedUpstream>;

}  // namespace

/** The stages, the ring, and the thread that tells answers. */
class FusedLogKernel::Threads {
 public:
  Threads(std::unique_ptr<Stages> stages, const KernelOptions& options, JournalStage& journal)
      : stages_(std::move(stages)),
        journal_(journal),
        grouping_(*stages_, &journal),
        ring_(options.ringSize),
        batchLimit_(std::min(options.stage.limit, static_cast<i64>(options.ringSize))),
        results_(ring_,
                 ConfirmedUpstream(Waiter({&ring_.cursor()}, poison_, options.stage.waiting),
                                   journal.marks(), [&journal] { return journal.confirmed(); }),
                 poison_, ResultsHandler{*stages_}, options.stage),
        last_({journal.holdsAnswers() ? &results_.sequence() : &ring_.cursor()}, poison_,
              options.stage.waiting) {
    for (std::size_t i = 0; i < ring_.size(); i++) {
      ring_[static_cast<i64>(i)].trades.preallocate();
    }
    if (journal.holdsAnswers()) {
      thread_ = std::thread([this] { results_.run(); });
    }
  }

  ~Threads() { stop(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  void startBatch() {
    inBatch_ = 0;
    grouping_.startBatch();
  }

  void submit(const command::CommandInput& in) {
    const i64 sequence = ring_.claim(last_);
    if (sequence < 0) {
      fail();
    }
    try {
      if (inBatch_++ == batchLimit_) {
        // Whether the log has room holds for as many as the ring has slots.
        startBatch();
      }
      Command& slot = ring_[sequence];
      slot.input(in);
      grouping_.onEvent(slot, sequence);
      journal_.onEvent(slot, sequence);
      stages_->apply(slot);
      if (!journal_.holdsAnswers()) {
        stages_->tell(slot);
      }
    } catch (...) {
      poison_.failed();
      fail();
    }
    ring_.publish(sequence);
  }

  void drain() {
    const i64 last = ring_.cursor().getPlain();
    if (poison_.isStopped() || (last >= 0 && last_.waitFor(last) < last)) {
      fail();
    }
  }

  const Stages& stages() const { return *stages_; }

 private:
  void stop() {
    poison_.halt();
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  [[noreturn]] void fail() {
    // What a command on its way refers to, as a question does, is given up with this exception.
    stop();
    poison_.rethrow();
    throw std::logic_error("the kernel is stopped");
  }

  Poison poison_;
  std::unique_ptr<Stages> stages_;
  JournalStage& journal_;
  statemachine::GroupingHandler grouping_;
  RingBuffer<Command> ring_;
  /** Commands between two looks whether the log has room. */
  i64 batchLimit_;
  i64 inBatch_ = 0;
  HeldResults results_;
  /** Of the last stage: a slot that it has passed may be used again. */
  Waiter last_;
  std::thread thread_;
};

FusedLogKernel::FusedLogKernel(std::unique_ptr<Stages> stages, const KernelOptions& options,
                               JournalStage& journal)
    : threads_(std::make_unique<Threads>(std::move(stages), options, journal)) {}

FusedLogKernel::~FusedLogKernel() = default;

void FusedLogKernel::startBatch() { threads_->startBatch(); }

void FusedLogKernel::submit(const command::CommandInput& in) { threads_->submit(in); }

void FusedLogKernel::drain() { threads_->drain(); }

void FusedLogKernel::ask(statemachine::Query& query) {
  command::CommandInput question;
  question.type = command::type::kQuery;
  question.query = &query;
  submit(question);
  drain();
}

const Stages& FusedLogKernel::stages() const { return threads_->stages(); }

}  // namespace tandem::kernel
