#pragma once

#include <memory>
#include <vector>

#include "tandem/command/command.hpp"
#include "tandem/matching/matching_engine.hpp"
#include "tandem/risk/order_finder.hpp"
#include "tandem/risk/risk_engine.hpp"
#include "tandem/state/state_image.hpp"
#include "tandem/statemachine/admission.hpp"
#include "tandem/statemachine/journal_stage.hpp"
#include "tandem/statemachine/query.hpp"
#include "tandem/statemachine/results.hpp"

namespace tandem::statemachine {

/** How a kernel's stages are made. */
struct StagesOptions {
  /** 0 runs without users, balances and holds. */
  u32 riskShards = 1;
  u32 matchingShards = 1;
  /**
   * For a driver that takes each command through all stages before it looks at the next, with one
   * shard of each: they keep one index of the live orders instead of two.
   */
  bool onePass = false;
  /** Users and live orders it has room for before it grows. */
  u32 expectedUsers = 0;
  u32 expectedOrders = 0;
  /** For commands without a timestamp. */
  Clock clock = systemClockNs;
  /** Gets each answer; null for none. */
  event::ResultHandler* handler = nullptr;
  /** Gets the event records of each command; null for none. */
  event::EventRecordListener* listener = nullptr;

  /** The same for one pass: with one shard of each, or none of risk. */
  StagesOptions inOnePass() const {
    StagesOptions options = *this;
    options.riskShards = riskShards == 0 ? 0 : 1;
    options.matchingShards = 1;
    options.onePass = true;
    return options;
  }
};

/**
 * The stage objects of one kernel: the whole state machine, without a thread or a ring of its own.
 * Whoever drives it applies to each command, in order: admit(), the hold, match and settle of every
 * shard, and report(), each stage in the order of the commands and by one thread at a time.
 *
 * The outcome of a command is what apply() gives, which takes one command after the other through
 * all stages: it depends on the commands and their timestamps, and on nothing else. A driver may
 * let stages run ahead of later ones, as far as tryHold() lets it. What a stage throws is a bug or
 * a lack of memory: these stages are of no use then.
 */
class Stages {
 public:
  explicit Stages(const StagesOptions& options);
  Stages(const Stages&) = delete;
  Stages& operator=(const Stages&) = delete;

  u32 riskShards() const { return static_cast<u32>(risk_.size()); }
  u32 matchingShards() const { return static_cast<u32>(matching_.size()); }

  /** Starts a batch for admit(). */
  void startBatch() { admission_.startBatch(); }
  /** The admission stage. */
  void admit(command::Command& c, i64 sequence);
  /** The first step of a risk shard; false: it must settle all commands before this one first. */
  bool tryHold(u32 shard, command::Command& c);
  /** The same when all commands before this one are settled. */
  void hold(u32 shard, command::Command& c);
  /** Without risk, in place of the first step: refuses what needs it. */
  void refuseRiskCommands(command::Command& c) const;
  /** A matching shard. */
  void match(u32 shard, command::Command& c);
  /** The second step of a risk shard. */
  void settle(u32 shard, command::Command& c) { risk_[shard]->settle(c); }
  /** Refuses a command in admission, without a trace. */
  void refuse(command::Command& c, i64 sequence, command::ResultCode code) {
    admission_.refuse(c, sequence, code);
  }
  /** The results stage. */
  void report(command::Command& c);
  /** The results stage with another handler and listener than usual: for the replay of a log. */
  void report(command::Command& c, event::ResultHandler* to, event::EventRecordListener* eventsTo) {
    results_.report(c, to, eventsTo);
  }

  /** Takes a command, which admission has seen, through hold, match and settle in every shard. */
  void apply(command::Command& c);

  /** The state as it is, for the thread that drives these stages, when all is answered. */
  state::StateImage image() const;
  /**
   * Takes over the state of an image, whatever the number of shards of the kernel that it was made
   * of: from here on every command has the same outcome as there. For new stages that no thread
   * drives yet; otherwise std::logic_error.
   *
   * Throws InvalidImageException if the image is of a kernel with a risk stage and this is one
   * without, or the other way round; or if it is not the state of a kernel. These stages are of no
   * use then.
   */
  void restore(const state::StateImage& image);
  /** The stages, by the same rule. */
  const Results& results() const { return results_; }
  const risk::RiskEngine& risk(u32 shard) const { return *risk_[shard]; }
  const matching::MatchingEngine& matching(u32 shard) const { return *matching_[shard]; }

 private:
  /** In one pass the books hold exactly the orders that risk holds for. */
  class BookFinder final : public risk::OrderFinder {
   public:
    explicit BookFinder(matching::MatchingEngine& books) : books_(books) {}
    u32 tagOf(i64 userId, i32 symbol, i64 orderId) const override {
      return books_.tagOf(userId, symbol, orderId);
    }

   private:
    matching::MatchingEngine& books_;
  };

  static bool isQuery(const command::Command& c) {
    return c.type == command::type::kQuery && !c.isRejectedAtEntry();
  }

  Admission admission_;
  std::vector<std::unique_ptr<matching::MatchingEngine>> matching_;
  std::unique_ptr<BookFinder> finder_;
  std::vector<std::unique_ptr<risk::RiskEngine>> risk_;
  Results results_;
};

/**
 * The admission stage of a kernel, which refuses what needs a record while its journal has no room.
 * For one thread at a time.
 */
class AdmissionHandler {
 public:
  /** Without a journal, which is null then, nothing is refused for it. */
  AdmissionHandler(Stages& stages, JournalStage* journal) : stages_(stages), journal_(journal) {}

  void startBatch() {
    full_ = journal_ != nullptr && !journal_->hasRoom();
    stages_.startBatch();
  }

  void onEvent(command::Command& c, i64 sequence) {
    if (full_ && JournalStage::needsRecord(c)) {
      stages_.refuse(c, sequence, command::ResultCode::kLogFull);
    } else {
      stages_.admit(c, sequence);
    }
  }

 private:
  Stages& stages_;
  JournalStage* journal_;
  bool full_ = false;
};

}  // namespace tandem::statemachine
