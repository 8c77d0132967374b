#include "tandem/topology/pipelined_kernel.hpp"

#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "tandem/machine/state_copy.hpp"
#include "tandem/pipeline/confirmed_upstream.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/two_step_master_processor.hpp"
#include "tandem/pipeline/two_step_slave_processor.hpp"

namespace tandem::topology {

using command::Command;
using machine::Stages;
using pipeline::Poison;
using pipeline::RingBuffer;
using pipeline::Sequence;
using pipeline::Waiter;

namespace {

using machine::GroupingHandler;

struct JournalHandler {
  machine::JournalStage& journal;
  void startBatch() {}
  void onEvent(const Command& c, i64 sequence) { journal.onEvent(c, sequence); }
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

std::unique_ptr<Stages> stagesOf(machine::StagesOptions options) {
  options.onePass = false;
  return std::make_unique<Stages>(options);
}

std::unique_ptr<Stages> checked(std::unique_ptr<Stages> stages) {
  if (stages->riskShards() == 0) {
    throw std::invalid_argument("a pipeline has at least one risk and one matching shard");
  }
  return stages;
}

}  // namespace

/** The stages, the ring, and a processor and a thread for each stage. */
class PipelinedKernel::Threads {
 public:
  Threads(std::unique_ptr<Stages> stages, const PipelineOptions& pipeline,
          machine::JournalStage* journal)
      : owned_(checked(std::move(stages))),
        stages_(*owned_),
        ring_(pipeline.ringSize),
        stage_(pipeline.stage),
        grouping_(ring_, after({&ring_.cursor()}), poison_, GroupingHandler(stages_, journal),
                  stage_) {
    for (std::size_t i = 0; i < ring_.size(); i++) {
      ring_[static_cast<i64>(i)].trades.preallocate();
    }
    for (u32 i = 0; i < stages_.riskShards(); i++) {
      holds_.push_back(std::make_unique<Hold>(ring_, after({&grouping_.sequence()}), poison_,
                                              HoldHandler{stages_, i}, stage_));
    }
    for (u32 i = 0; i < stages_.matchingShards(); i++) {
      matching_.push_back(std::make_unique<Stage<MatchHandler>>(
          ring_, after(sequencesOf(holds_)), poison_, MatchHandler{stages_, i}, stage_));
    }
    for (u32 i = 0; i < stages_.riskShards(); i++) {
      settles_.push_back(std::make_unique<Settle>(ring_, after(sequencesOf(matching_)),
                                                  SettleHandler{stages_, i}, stage_));
      holds_[i]->attach(*settles_[i]);
    }
    std::vector<const Sequence*> beforeResults = sequencesOf(settles_);
    if (journal != nullptr) {
      // Beside risk and matching: it keeps what a command asks, not what becomes of it.
      journal_ = std::make_unique<Stage<JournalHandler>>(ring_, after({&grouping_.sequence()}),
                                                         poison_, JournalHandler{*journal}, stage_);
      beforeResults.push_back(&journal_->sequence());
    }
    endWith(after(std::move(beforeResults)), journal);
    start();
  }

  ~Threads() { stop(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  void submit(const command::CommandInput& in) {
    const i64 sequence = ring_.claim(*last_);
    if (sequence < 0) {
      fail();
    }
    ring_[sequence].input(in);
    ring_.publish(sequence);
  }

  void drain() {
    const i64 last = ring_.cursor().getPlain();
    if (last >= 0 && last_->waitFor(last) < last) {
      fail();
    }
  }

  const Stages& stages() const { return stages_; }

 private:
  Waiter after(std::vector<const Sequence*> sequences) {
    return Waiter(std::move(sequences), poison_, stage_.waiting);
  }

  void endWith(Waiter beforeResults, machine::JournalStage* journal) {
    if (journal != nullptr && journal->holdsAnswers()) {
      pipeline::ConfirmedUpstream confirmed(std::move(beforeResults), journal->marks(),
                                            [journal] { return journal->confirmed(); });
      heldResults_ = std::make_unique<HeldResults>(ring_, std::move(confirmed), poison_,
                                                   ResultsHandler{stages_}, stage_);
    } else {
      results_ = std::make_unique<Stage<ResultsHandler>>(ring_, std::move(beforeResults), poison_,
                                                         ResultsHandler{stages_}, stage_);
    }
    last_ = std::make_unique<Waiter>(
        after({results_ ? &results_->sequence() : &heldResults_->sequence()}));
  }

  template <class Processor>
  void own(Processor& processor) {
    threads_.emplace_back([&processor] { processor.run(); });
  }

  void start() {
    try {
      own(grouping_);
      for (auto& hold : holds_) {
        own(*hold);
      }
      for (auto& shard : matching_) {
        own(*shard);
      }
      if (journal_) {
        own(*journal_);
      }
      if (results_) {
        own(*results_);
      } else {
        own(*heldResults_);
      }
    } catch (...) {
      stop();
      throw;
    }
  }

  void stop() {
    poison_.halt();
    for (std::thread& thread : threads_) {
      thread.join();
    }
    threads_.clear();
  }

  [[noreturn]] void fail() {
    // What a command on its way refers to, as a question does, is given up with this exception.
    stop();
    poison_.rethrow();
    throw std::logic_error("the kernel is stopped");
  }

  Poison poison_;
  std::unique_ptr<Stages> owned_;
  Stages& stages_;
  RingBuffer<Command> ring_;
  pipeline::StageOptions stage_;
  Stage<GroupingHandler> grouping_;
  std::vector<std::unique_ptr<Hold>> holds_;
  std::vector<std::unique_ptr<Stage<MatchHandler>>> matching_;
  std::vector<std::unique_ptr<Settle>> settles_;
  std::unique_ptr<Stage<JournalHandler>> journal_;
  /** One of the two. */
  std::unique_ptr<Stage<ResultsHandler>> results_;
  std::unique_ptr<HeldResults> heldResults_;
  std::unique_ptr<Waiter> last_;
  std::vector<std::thread> threads_;
};

PipelinedKernel::PipelinedKernel(machine::StagesOptions stages, const PipelineOptions& options)
    : PipelinedKernel(stagesOf(stages), options, nullptr) {}

PipelinedKernel::PipelinedKernel(std::unique_ptr<Stages> stages, const PipelineOptions& options,
                                 machine::JournalStage* journal)
    : threads_(std::make_unique<Threads>(std::move(stages), options, journal)) {}

PipelinedKernel::~PipelinedKernel() = default;

void PipelinedKernel::submit(const command::CommandInput& in) { threads_->submit(in); }

void PipelinedKernel::drain() { threads_->drain(); }

state::StateImage PipelinedKernel::image() {
  machine::StateCopy copy(stages().riskShards(), stages().matchingShards());
  ask(copy);
  return copy.image();
}

void PipelinedKernel::ask(machine::Query& query) {
  command::CommandInput question;
  question.type = command::type::kQuery;
  question.query = &query;
  submit(question);
  drain();
}

const machine::Stages& PipelinedKernel::stages() const { return threads_->stages(); }

}  // namespace tandem::topology
