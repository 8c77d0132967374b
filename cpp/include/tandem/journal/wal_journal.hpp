#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <vector>

#include "tandem/command/command_codec.hpp"
#include "tandem/journal/journal_options.hpp"
#include "tandem/statemachine/journal_stage.hpp"
#include "tandem/wal/wal.hpp"

namespace tandem::journal {

/**
 * The journal stage: appends each command to a write-ahead log. Queries and NOPs are left out
 * unless they use up a client's sequence. Allocates nothing after it was made.
 *
 * onEvent() belongs to one thread; confirmed() and hasRoom() to any.
 */
class WalJournal final : public statemachine::JournalStage {
 public:
  /** For a ring of so many slots. The log outlives this. */
  WalJournal(wal::Wal& wal, const JournalOptions& options, std::size_t ringSize);

  /** Throws JournalException if the log does not take the record. */
  void onEvent(const command::Command& c, i64 sequence) override;
  std::span<const i64> marks() const override { return marks_; }
  bool holdsAnswers() const override { return level_ != wal::Durability::NONE; }
  /** Throws JournalException if the log has failed. */
  i64 confirmed() override;
  bool hasRoom() override;

 private:
  void append(const command::Command& c);

  wal::Wal& wal_;
  const wal::Durability level_;
  const bool fullForGood_;
  const i64 roomBytes_;
  std::vector<i64> marks_;
  std::atomic<bool> wasFull_{false};
  std::array<std::byte, command::command_codec::kMaxBytes> record_{};
  i64 lastRecord_;
};

}  // namespace tandem::journal
