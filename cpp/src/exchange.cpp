#include "tandem/exchange.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "tandem/ingress/intake.hpp"
#include "tandem/journal/exchange_store.hpp"
#include "tandem/kernel/polled_log_kernel.hpp"
#include "tandem/snapshot/snapshot_exception.hpp"

namespace tandem {

using journal::ExchangeStore;
using kernel::PipelinedKernel;
using kernel::PolledKernel;
using kernel::PolledLogKernel;
using statemachine::Stages;

/** One of the kernels, and the log under it. */
class Exchange::Kernel {
 public:
  explicit Kernel(const ExchangeOptions& options) {
    if (options.journal) {
      startOnLog(options);
    } else if (options.pipelined) {
      threads_ = std::make_unique<PipelinedKernel>(options.stages, options.pipeline);
    } else {
      polled_ = std::make_unique<PolledKernel>(options.stages);
    }
  }

  ~Kernel() { stop(); }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  void startBatch() {
    if (polled_) {
      polled_->startBatch();
    } else if (logged_) {
      logged_->startBatch();
    }
  }

  void submit(const command::CommandInput& in) {
    if (polled_) {
      polled_->next().input(in);
      polled_->submit();
    } else {
      threads_->submit(in);
      if (timer_ && timer_->isDueNow(store_->lastRecord())) {
        takeSnapshot();
      }
    }
  }

  void drain() {
    if (threads_) {
      threads_->drain();
      poll();
    }
  }

  bool poll() {
    if (!timer_ || !timer_->isDue(store_->lastRecord())) {
      return false;
    }
    return takeSnapshot();
  }

  AutomaticSnapshots automaticSnapshots() const {
    AutomaticSnapshots counts = automatic_;
    counts.lastRecord = store_ ? store_->snapshotSequence() : -1;
    return counts;
  }

  state::StateImage image() { return polled_ ? polled_->stages().image() : threads_->image(); }

  const Stages& stages() const { return polled_ ? polled_->stages() : threads_->stages(); }

  PolledKernel* polled() { return polled_.get(); }
  ExchangeStore* store() { return store_.get(); }

  snapshot::SnapshotReport snapshot() {
    if (!store_) {
      throw std::logic_error("this exchange keeps no log, so a snapshot has no place");
    }
    snapshot::SnapshotReport report =
        store_->snapshot([this](statemachine::Query& query) { threads_->ask(query); });
    if (timer_) {
      timer_->tried(store_->snapshotSequence());
    }
    return report;
  }

  /** Throws where it was closed: there is no kernel any more. */
  Kernel& open() {
    if (closed_) {
      throw ingress::ClosedException();
    }
    return *this;
  }

  void close() {
    if (closed_) {
      return;
    }
    if (threads_) {
      // No snapshot now: a caller that wants one at the end takes it.
      threads_->drain();
    }
    closed_ = true;
    stop();
    if (store_) {
      store_->close();
    }
  }

 private:
  /** Returns whether it was written; what the kernel fails with is thrown. */
  bool takeSnapshot() {
    // What fails here is a failure of the kernel; what fails behind it, of the snapshot alone.
    threads_->drain();
    try {
      snapshot();
      automatic_.taken++;
      return true;
    } catch (const snapshot::SnapshotException& e) {
      return failed(e);
    } catch (const std::bad_alloc& e) {
      return failed(e);
    }
  }

  bool failed(const std::exception& e) {
    automatic_.failed++;
    timer_->tried(store_->lastRecord());
    report(std::string("no snapshot was written; the exchange continues, and so does its log: ") +
           e.what());
    return false;
  }

  void report(const std::string& text) const {
    if (onSnapshotFailure_) {
      onSnapshotFailure_(text);
    } else {
      std::fprintf(stderr, "tandem: %s\n", text.c_str());
    }
  }

  void startOnLog(const ExchangeOptions& options) {
    SnapshotTimer::check(*options.journal);
    statemachine::StagesOptions choice = options.stages;
    choice.onePass = false;
    auto stages = std::make_unique<Stages>(options.pipelined ? choice : choice.inOnePass());
    store_ =
        ExchangeStore::open(*options.journal, *stages, options.pipeline.ringSize, options.replayed);
    timer_.emplace(*options.journal, store_->snapshotSequence(), options.snapshotClock);
    if (!timer_->isAsked()) {
      timer_.reset();
    }
    onSnapshotFailure_ = options.onSnapshotFailure;
    statemachine::JournalStage& stage = store_->stage();
    if (options.pipelined) {
      threads_ = std::make_unique<PipelinedKernel>(std::move(stages), options.pipeline, &stage);
    } else {
      auto logged = std::make_unique<PolledLogKernel>(std::move(stages), options.pipeline, stage);
      logged_ = logged.get();
      threads_ = std::move(logged);
    }
  }

  void stop() {
    logged_ = nullptr;
    threads_.reset();
  }

  // The kernel goes first: its threads write to the log.
  std::unique_ptr<ExchangeStore> store_;
  /** One of the two. */
  std::unique_ptr<PolledKernel> polled_;
  std::unique_ptr<kernel::Kernel> threads_;
  /** The second one, if it is one pass on a log. */
  PolledLogKernel* logged_ = nullptr;
  /** Of an exchange that takes snapshots by itself. */
  std::optional<SnapshotTimer> timer_;
  std::function<void(const std::string&)> onSnapshotFailure_;
  AutomaticSnapshots automatic_;
  bool closed_ = false;
};

Exchange::Exchange(const ExchangeOptions& options) : kernel_(std::make_unique<Kernel>(options)) {}

Exchange::~Exchange() = default;

void Exchange::startBatch() { kernel_->open().startBatch(); }

void Exchange::submit(const command::CommandInput& in) { kernel_->open().submit(in); }

void Exchange::drain() { kernel_->open().drain(); }

bool Exchange::poll() { return kernel_->open().poll(); }

AutomaticSnapshots Exchange::automaticSnapshots() const { return kernel_->automaticSnapshots(); }

state::StateImage Exchange::image() { return kernel_->open().image(); }

const Stages& Exchange::stages() const { return kernel_->open().stages(); }

PolledKernel* Exchange::polled() { return kernel_->open().polled(); }

const journal::RecoveryReport* Exchange::recovery() const {
  ExchangeStore* store = kernel_->store();
  return store == nullptr ? nullptr : &store->recovery();
}

std::optional<wal::WalStatistics> Exchange::logStatistics() {
  ExchangeStore* store = kernel_->open().store();
  return store == nullptr ? std::nullopt : std::optional(store->statistics());
}

i64 Exchange::lastRecord() {
  ExchangeStore* store = kernel_->open().store();
  return store == nullptr ? -1 : store->lastRecord();
}

snapshot::SnapshotReport Exchange::snapshot() { return kernel_->open().snapshot(); }

void Exchange::close() { kernel_->close(); }

}  // namespace tandem
