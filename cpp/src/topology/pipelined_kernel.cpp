#include "tandem/topology/pipelined_kernel.hpp"

#include <stdexcept>
#include <vector>

#include "kernel_threads.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/two_step_master_processor.hpp"
#include "tandem/pipeline/two_step_slave_processor.hpp"

namespace tandem::topology {

using command::Command;
using machine::Stages;
using pipeline::Sequence;

namespace {

struct GroupingHandler {
  Stages& stages;
  void startBatch() { stages.startBatch(); }
  void onEvent(Command& c, i64 sequence) { stages.group(c, sequence); }
};

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

machine::StagesOptions checked(machine::StagesOptions options) {
  if (options.riskShards == 0 || options.matchingShards == 0) {
    throw std::invalid_argument("a pipeline has at least one risk and one matching shard");
  }
  options.onePass = false;
  return options;
}

/** A processor and a thread for each stage. */
class PipelineThreads final : public Kernel::Threads {
 public:
  PipelineThreads(const machine::StagesOptions& stages, const KernelOptions& options)
      : Threads(checked(stages), options),
        grouping_(ring_, afterPublishers(), poison_, GroupingHandler{stages_}, options.stage) {
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
    results_ = std::make_unique<Stage<ResultsHandler>>(ring_, after(sequencesOf(settles_)), poison_,
                                                       ResultsHandler{stages_}, options.stage);
    endWith(results_->sequence());
    startAll();
  }
  ~PipelineThreads() override { stop(); }

 private:
  void startAll() {
    try {
      start(grouping_);
      for (auto& hold : holds_) {
        start(*hold);
      }
      for (auto& shard : matching_) {
        start(*shard);
      }
      start(*results_);
    } catch (...) {
      stop();
      throw;
    }
  }

  Stage<GroupingHandler> grouping_;
  std::vector<std::unique_ptr<Hold>> holds_;
  std::vector<std::unique_ptr<Stage<MatchHandler>>> matching_;
  std::vector<std::unique_ptr<Settle>> settles_;
  std::unique_ptr<Stage<ResultsHandler>> results_;
};

}  // namespace

PipelinedKernel::PipelinedKernel(machine::StagesOptions stages, const KernelOptions& options)
    : Kernel(std::make_unique<PipelineThreads>(stages, options)) {}

}  // namespace tandem::topology
