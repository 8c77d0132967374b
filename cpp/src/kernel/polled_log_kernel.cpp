#include "tandem/kernel/polled_log_kernel.hpp"

#include <algorithm>
#include <utility>

#include "kernel_threads.hpp"
#include "tandem/pipeline/confirmed_upstream.hpp"
#include "tandem/pipeline/stage_processor.hpp"

namespace tandem::kernel {

using command::Command;
using command::CommandInput;
using ingress::Intake;
using pipeline::ConfirmedUpstream;
using pipeline::Poison;
using statemachine::JournalStage;
using statemachine::Stages;

namespace {

struct ResultsHandler {
  Stages& stages;
  void startBatch() {}
  void onEvent(Command& c, i64) { stages.report(c); }
};

using HeldResults = pipeline::StageProcessor<Command, ResultsHandler, ConfirmedUpstream>;

}  // namespace

/** The way in, on which a command goes through the stages before its slot is published. */
class PolledLogKernel::Pass final : public Intake, private pipeline::Upstream {
 public:
  Pass(Stages& stages, JournalStage& journal, i64 batchLimit, const Options& options,
       Poison& poison)
      : Intake(options),
        stages_(stages),
        journal_(journal),
        admission_(stages, &journal),
        poison_(poison),
        batchLimit_(std::min(batchLimit, static_cast<i64>(ring().size()))) {}

  void startBatch() {
    inBatch_ = 0;
    admission_.startBatch();
  }

  pipeline::Upstream& upstream() override { return *this; }

  void submit(const CommandInput& in) override {
    for (int step = 0; !trySubmit(in);) {
      step = pause(step);
    }
  }

  bool trySubmit(const CommandInput& in) override {
    throwIfFailed();
    if (closed_) {
      throw ingress::ClosedException();
    }
    if (ring().room(lastStage()) <= 0) {
      return false;
    }
    const i64 sequence = ring().cursor().getPlain() + 1;
    try {
      apply(in, sequence);
    } catch (...) {
      poison_.failed();
      throw;
    }
    ring().publish(sequence);
    return true;
  }

  std::unique_ptr<ingress::LaneEntry> claimLane() override { return nullptr; }

  i64 awaitSequenced() override { return isStopped() ? -2 : ring().cursor().getPlain(); }

  i64 close() override {
    closed_ = true;
    return awaitSequenced();
  }

  std::optional<ingress::LaneStatistics> laneStatistics() override { return std::nullopt; }

 private:
  i64 available(i64) override { return ring().cursor().getAcquire(); }

  void apply(const CommandInput& in, i64 sequence) {
    if (inBatch_++ == batchLimit_) {
      // Whether the log has room holds for as many as the ring has slots.
      startBatch();
    }
    Command& slot = ring()[sequence];
    slot.input(in);
    admission_.onEvent(slot, sequence);
    journal_.onEvent(slot, sequence);
    stages_.apply(slot);
    if (!journal_.holdsAnswers()) {
      stages_.report(slot);
    }
  }

  Stages& stages_;
  JournalStage& journal_;
  statemachine::AdmissionHandler admission_;
  Poison& poison_;
  /** Commands between two looks whether the log has room. */
  const i64 batchLimit_;
  i64 inBatch_ = 0;
  bool closed_ = false;
};

/** The thread that reports answers, where they wait for the log. */
class PolledLogKernel::PassThreads final : public Kernel::Threads {
 public:
  PassThreads(std::unique_ptr<Stages> stages, const KernelOptions& options, JournalStage& journal)
      : PassThreads(*stages, stages, options, journal) {}
  ~PassThreads() override { stop(); }

  Pass& pass() { return static_cast<Pass&>(intake()); }

 private:
  PassThreads(Stages& stages, std::unique_ptr<Stages>& owned, const KernelOptions& options,
              JournalStage& journal)
      : Threads(std::move(owned), options,
                [&](const Intake::Options& of, Poison& poison) {
                  return std::make_unique<Pass>(stages, journal, options.stage.limit, of, poison);
                }),
        results_(ring_,
                 ConfirmedUpstream(after({&ring_.cursor()}), journal.marks(),
                                   [&journal] { return journal.confirmed(); }),
                 poison_, ResultsHandler{stages_}, options.stage) {
    if (journal.holdsAnswers()) {
      endWith(results_.sequence());
      start(results_);
    } else {
      endWith(ring_.cursor());
    }
  }

  HeldResults results_;
};

PolledLogKernel::PolledLogKernel(std::unique_ptr<Stages> stages, const KernelOptions& options,
                                 JournalStage& journal)
    : Kernel(std::make_unique<PassThreads>(std::move(stages), options, journal)) {}

void PolledLogKernel::startBatch() { static_cast<PassThreads&>(threads()).pass().startBatch(); }

}  // namespace tandem::kernel
