#include "tandem/kernel/pipelined_kernel.hpp"

#include <utility>
#include <vector>

#include "kernel_threads.hpp"
#include "tandem/pipeline/confirmed_upstream.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/two_step_master_processor.hpp"
#include "tandem/pipeline/two_step_slave_processor.hpp"

namespace tandem::kernel {

using command::Command;
using pipeline::Sequence;
using statemachine::Stages;

namespace {

using statemachine::AdmissionHandler;

struct JournalHandler {
  statemachine::JournalStage& journal;
  void startBatch() {}
  void onEvent(const Command& c, i64 sequence) { journal.onEvent(c, sequence); }
};

// tryEvent is false where the command must wait until earlier ones are settled; the pair's other
// step settles them, and then onEvent judges the command.
struct HoldHandler {
  Stages& stages;
  u32 shard;
  bool tryEvent(Command& c, i64) { return stages.tryHold(shard, c); }
  void onEvent(Command& c, i64) { stages.hold(shard, c); }
};

struct MatchHandler {
  Stages& stages;
  u32 shard;
  void startBatch() {}
  void onEvent(Command& c, i64) { stages.match(shard, c); }
};

struct SettleHandler {
  Stages& stages;
  u32 shard;
  void onEvent(Command& c, i64) { stages.settle(shard, c); }
};

/** Refuses what needs risk. Nothing is ever settled, so no command waits for it. */
struct NoRiskHandler {
  Stages& stages;
  bool tryEvent(Command& c, i64) {
    stages.refuseRiskCommands(c);
    return true;
  }
  void onEvent(Command& c, i64) { stages.refuseRiskCommands(c); }
};

struct NothingToSettle {
  void onEvent(Command&, i64) {}
};

/** A thread for each shard. */
struct WithRisk {
  using First = HoldHandler;
  using Second = SettleHandler;

  static u32 threads(const Stages& stages) { return stages.riskShards(); }
  static First first(Stages& stages, u32 shard) { return {stages, shard}; }
  static Second second(Stages& stages, u32 shard) { return {stages, shard}; }
};

/** One thread in its place. */
struct WithoutRisk {
  using First = NoRiskHandler;
  using Second = NothingToSettle;

  static u32 threads(const Stages&) { return 1; }
  static First first(Stages& stages, u32) { return {stages}; }
  static Second second(Stages&, u32) { return {}; }
};

struct ResultsHandler {
  Stages& stages;
  void startBatch() {}
  void onEvent(Command& c, i64) { stages.report(c); }
};

template <class Handler>
using Stage = pipeline::StageProcessor<Command, Handler>;

template <class Processor>
std::vector<const Sequence*> sequencesOf(const std::vector<std::unique_ptr<Processor>>& before) {
  std::vector<const Sequence*> sequences;
  for (const auto& processor : before) {
    sequences.push_back(&processor->sequence());
  }
  return sequences;
}

std::unique_ptr<Stages> stagesOf(statemachine::StagesOptions options) {
  options.onePass = false;
  return std::make_unique<Stages>(options);
}

/** A processor and a thread for each stage. */
template <class Risk>
class PipelineThreads final : public Kernel::Threads {
 public:
  PipelineThreads(std::unique_ptr<Stages> stages, const KernelOptions& options,
                  statemachine::JournalStage* journal)
      : Threads(std::move(stages), options),
        admission_(ring_, afterPublishers(), poison_, AdmissionHandler(stages_, journal),
                   options.stage) {
    for (u32 i = 0; i < Risk::threads(stages_); i++) {
      holds_.push_back(std::make_unique<Hold>(ring_, after({&admission_.sequence()}), poison_,
                                              Risk::first(stages_, i), options.stage));
    }
    for (u32 i = 0; i < stages_.matchingShards(); i++) {
      matching_.push_back(std::make_unique<Match>(ring_, after(sequencesOf(holds_)), poison_,
                                                  MatchHandler{stages_, i}, options.stage));
    }
    for (u32 i = 0; i < Risk::threads(stages_); i++) {
      settles_.push_back(std::make_unique<Settle>(ring_, after(sequencesOf(matching_)),
                                                  Risk::second(stages_, i), options.stage));
      holds_[i]->attach(*settles_[i]);
    }
    std::vector<const Sequence*> beforeResults = sequencesOf(settles_);
    if (journal != nullptr) {
      // Beside risk and matching: it keeps a command's inputs, not its results.
      journal_ = std::make_unique<Stage<JournalHandler>>(
          ring_, after({&admission_.sequence()}), poison_, JournalHandler{*journal}, options.stage);
      beforeResults.push_back(&journal_->sequence());
    }
    reportAfter(after(std::move(beforeResults)), journal);
    startAll();
  }
  ~PipelineThreads() override { stop(); }

 private:
  using Match = Stage<MatchHandler>;
  using Reports = Stage<ResultsHandler>;
  /** Results that wait for the log. */
  using HeldResults =
      pipeline::StageProcessor<Command, ResultsHandler, pipeline::ConfirmedUpstream>;
  using Settle = pipeline::TwoStepSlaveProcessor<Command, typename Risk::Second>;
  using Hold = pipeline::TwoStepMasterProcessor<Command, typename Risk::First, Settle>;

  void reportAfter(pipeline::Waiter beforeResults, statemachine::JournalStage* journal) {
    if (journal != nullptr && journal->holdsAnswers()) {
      pipeline::ConfirmedUpstream confirmed(std::move(beforeResults), journal->marks(),
                                            [journal] { return journal->confirmed(); });
      heldResults_ = std::make_unique<HeldResults>(ring_, std::move(confirmed), poison_,
                                                   ResultsHandler{stages_}, options_.stage);
      endWith(heldResults_->sequence());
    } else {
      results_ = std::make_unique<Reports>(ring_, std::move(beforeResults), poison_,
                                           ResultsHandler{stages_}, options_.stage);
      endWith(results_->sequence());
    }
  }

  void startAll() {
    try {
      start(admission_);
      for (auto& hold : holds_) {
        start(*hold);
      }
      for (auto& shard : matching_) {
        start(*shard);
      }
      if (journal_) {
        start(*journal_);
      }
      if (results_) {
        start(*results_);
      } else {
        start(*heldResults_);
      }
    } catch (...) {
      stop();
      throw;
    }
  }

  Stage<AdmissionHandler> admission_;
  std::vector<std::unique_ptr<Hold>> holds_;
  std::vector<std::unique_ptr<Match>> matching_;
  std::vector<std::unique_ptr<Settle>> settles_;
  std::unique_ptr<Stage<JournalHandler>> journal_;
  /** One of the two. */
  std::unique_ptr<Reports> results_;
  std::unique_ptr<HeldResults> heldResults_;
};

std::unique_ptr<Kernel::Threads> threadsOf(std::unique_ptr<Stages> stages,
                                           const KernelOptions& options,
                                           statemachine::JournalStage* journal) {
  if (stages->riskShards() != 0) {
    return std::make_unique<PipelineThreads<WithRisk>>(std::move(stages), options, journal);
  }
  return std::make_unique<PipelineThreads<WithoutRisk>>(std::move(stages), options, journal);
}

}  // namespace

PipelinedKernel::PipelinedKernel(statemachine::StagesOptions stages, const KernelOptions& options)
    : PipelinedKernel(stagesOf(stages), options, nullptr) {}

PipelinedKernel::PipelinedKernel(std::unique_ptr<Stages> stages, const KernelOptions& options,
                                 statemachine::JournalStage* journal)
    : Kernel(threadsOf(std::move(stages), options, journal)) {}

}  // namespace tandem::kernel
