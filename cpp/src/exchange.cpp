#include "tandem/exchange.hpp"

#include <stdexcept>
#include <utility>

#include "tandem/journal/journaling.hpp"
#include "tandem/kernel/fused_log_kernel.hpp"
#include "tandem/statemachine/state_copy.hpp"

namespace tandem {

using journal::Journaling;
using kernel::FusedKernel;
using kernel::FusedLogKernel;
using kernel::PipelinedKernel;
using statemachine::Stages;

/** One of the kernels, and the log under it. */
class Exchange::Kernel {
 public:
  explicit Kernel(const ExchangeOptions& options) {
    if (options.journal) {
      startOnLog(options);
    } else if (options.pipelined) {
      pipelined_ = std::make_unique<PipelinedKernel>(options.stages, options.pipeline);
    } else {
      fused_ = std::make_unique<FusedKernel>(options.stages);
    }
  }

  ~Kernel() { stop(); }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  void startBatch() {
    if (fused_) {
      fused_->startBatch();
    } else if (logged_) {
      logged_->startBatch();
    }
  }

  void submit(const command::CommandInput& in) {
    if (fused_) {
      fused_->next().input(in);
      fused_->submit();
    } else if (logged_) {
      logged_->submit(in);
    } else {
      pipelined_->submit(in);
    }
  }

  void drain() {
    if (logged_) {
      logged_->drain();
    } else if (pipelined_) {
      pipelined_->drain();
    }
  }

  void ask(statemachine::Query& query) {
    if (logged_) {
      logged_->ask(query);
    } else {
      pipelined_->ask(query);
    }
  }

  state::StateImage image() {
    if (fused_) {
      return fused_->stages().image();
    }
    statemachine::StateCopy copy(stages().riskShards(), stages().matchingShards());
    ask(copy);
    return copy.image();
  }

  const Stages& stages() const {
    return fused_ ? fused_->stages() : logged_ ? logged_->stages() : pipelined_->stages();
  }

  FusedKernel* fused() { return fused_.get(); }
  Journaling* journaling() { return journaling_.get(); }

  snapshot::SnapshotReport snapshot() {
    if (!journaling_) {
      throw std::logic_error("this exchange keeps no log, so a snapshot has no place");
    }
    return journaling_->snapshot([this](statemachine::Query& query) { ask(query); });
  }

  void close() {
    drain();
    stop();
    if (journaling_) {
      journaling_->close();
    }
  }

 private:
  void startOnLog(const ExchangeOptions& options) {
    statemachine::StagesOptions choice = options.stages;
    choice.onePass = !options.pipelined;
    if (choice.onePass) {
      choice.riskShards = choice.riskShards == 0 ? 0 : 1;
      choice.matchingShards = 1;
    }
    auto stages = std::make_unique<Stages>(choice);
    journaling_ =
        Journaling::open(*options.journal, *stages, options.pipeline.ringSize, options.replayed);
    statemachine::JournalStage& stage = journaling_->stage();
    if (options.pipelined) {
      pipelined_ = std::make_unique<PipelinedKernel>(std::move(stages), options.pipeline, &stage);
    } else {
      logged_ = std::make_unique<FusedLogKernel>(std::move(stages), options.pipeline, stage);
    }
  }

  void stop() {
    logged_.reset();
    pipelined_.reset();
  }

  // The kernel goes first: its threads write to the log.
  std::unique_ptr<Journaling> journaling_;
  /** One of the three. */
  std::unique_ptr<FusedKernel> fused_;
  std::unique_ptr<FusedLogKernel> logged_;
  std::unique_ptr<PipelinedKernel> pipelined_;
};

Exchange::Exchange(const ExchangeOptions& options) : kernel_(std::make_unique<Kernel>(options)) {}

Exchange::~Exchange() = default;

void Exchange::startBatch() { kernel_->startBatch(); }

void Exchange::submit(const command::CommandInput& in) { kernel_->submit(in); }

void Exchange::drain() { kernel_->drain(); }

state::StateImage Exchange::image() { return kernel_->image(); }

const Stages& Exchange::stages() const { return kernel_->stages(); }

FusedKernel* Exchange::fused() { return kernel_->fused(); }

const journal::RecoveryReport* Exchange::recovery() const {
  Journaling* journaling = kernel_->journaling();
  return journaling == nullptr ? nullptr : &journaling->recovery();
}

std::optional<wal::WalStatistics> Exchange::logStatistics() {
  Journaling* journaling = kernel_->journaling();
  return journaling == nullptr ? std::nullopt : std::optional(journaling->statistics());
}

i64 Exchange::lastRecord() {
  Journaling* journaling = kernel_->journaling();
  return journaling == nullptr ? -1 : journaling->lastRecord();
}

snapshot::SnapshotReport Exchange::snapshot() { return kernel_->snapshot(); }

void Exchange::close() { kernel_->close(); }

}  // namespace tandem
