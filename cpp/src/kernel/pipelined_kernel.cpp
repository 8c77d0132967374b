#include "tandem/kernel/pipelined_kernel.hpp"

#include <stdexcept>
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

using statemachine::GroupingHandler;

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

struct ResultsHandler {
  Stages& stages;
  void startBatch() {}
  void onEvent(Command& c, i64) { stages.tell(c); }
};

template <class Handler>
using Stage = pipeline::StageProcessor<Command, Handler>;
/** Results that wait for the log. */
using HeldResults = pipeline::StageProcessor<Command, ResultsHandler, pipeline::ConfirmedUpstream>;
using Settle = pipeline::TwoStepSlaveProcessor<Command, SettleHandler>;
using Hold = pipeline::TwoStepMasterProcessor<Command, HoldHandler, Settle>;

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

std::unique_ptr<Stages> checked(std::unique_ptr<Stages> stages) {
  if (stages->riskShards() == 0) {
    throw std::invalid_argument("a pipeline has at least one risk and one matching shard");
  }
  return stages;
}

/** A processor and a thread for each stage. */
class PipelineThreads final : public Kernel::Threads {
 public:
  PipelineThreads(std::unique_ptr<Stages> stages, const KernelOptions& options,
                  statemachine::JournalStage* journal)
      : Threads(checked(std::move(stages)), options),
        grouping_(ring_, afterPublishers(), poison_, GroupingHandler(stages_, journal),
                  options.stage) {
    for (u32 i = 0; i < stages_.riskShards(); i++) {
      holds_.push_back(std::make_unique<Hold>(ring_, after({&grouping_.sequence()}), poison_,
                                              HoldHandler{stages_, i}, options.stage));
    }
    for (u32 i = 0; i < stages_.matchingShards(); i++) {
      matching_.push_back(std::make_unique<Stage<MatchHandler>>(
          ring_, after(sequencesOf(holds_)), poison_, MatchHandler{stages_, i}, options.stage));
    }
    for (u32 i = 0; i < stages_.riskShards(); i++) {
      settles_.push_back(std::make_unique<Settle>(ring_, after(sequencesOf(matching_)),
                                                  SettleHandler{stages_, i}, options.stage));
      holds_[i]->attach(*settles_[i]);
    }
    std::vector<const Sequence*> beforeResults = sequencesOf(settles_);
    if (journal != nullptr) {
      // Beside risk and matching: it keeps what a command asks, not what becomes of it.
      journal_ = std::make_unique<Stage<JournalHandler>>(
          ring_, after({&grouping_.sequence()}), poison_, JournalHandler{*journal}, options.stage);
      beforeResults.push_back(&journal_->sequence());
    }
    tellAfter(after(std::move(beforeResults)), journal);
    startAll();
  }
  ~PipelineThreads() override { stop(); }

 private:
  void tellAfter(pipeline::Waiter beforeResults, statemachine::JournalStage* journal) {
    if (journal != nullptr && journal->holdsAnswers()) {
      pipeline::ConfirmedUpstream confirmed(std::move(beforeResults), journal->marks(),
                                            [journal] { return journal->confirmed(); });
      heldResults_ = std::make_unique<HeldResults>(ring_, std::move(confirmed), poison_,
                                                   ResultsHandler{stages_}, options_.stage);
      endWith(heldResults_->sequence());
    } else {
      results_ = std::make_unique<Stage<ResultsHandler>>(ring_, std::move(beforeResults), poison_,
                                                         ResultsHandler{stages_}, options_.stage);
      endWith(results_->sequence());
    }
  }

  void startAll() {
    try {
      start(grouping_);
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

  Stage<GroupingHandler> grouping_;
  std::vector<std::unique_ptr<Hold>> holds_;
  std::vector<std::unique_ptr<Stage<MatchHandler>>> matching_;
  std::vector<std::unique_ptr<Settle>> settles_;
  std::unique_ptr<Stage<JournalHandler>> journal_;
  /** One of the two. */
  std::unique_ptr<Stage<ResultsHandler>> results_;
  std::unique_ptr<HeldResults> heldResults_;
};

}  // namespace

PipelinedKernel::PipelinedKernel(statemachine::StagesOptions stages, const KernelOptions& options)
    : PipelinedKernel(stagesOf(stages), options, nullptr) {}

PipelinedKernel::PipelinedKernel(std::unique_ptr<Stages> stages, const KernelOptions& options,
                                 statemachine::JournalStage* journal)
    : Kernel(std::make_unique<PipelineThreads>(std::move(stages), options, journal)) {}

}  // namespace tandem::kernel
