#include "tandem/journal/wal_journal.hpp"

#include <algorithm>
#include <string>

#include "tandem/journal/journal_exception.hpp"
#include "tandem/journal/record_types.hpp"
#include "tandem/statemachine/query.hpp"

namespace tandem::journal {

using command::Command;
using wal::Durability;
namespace codec = command::command_codec;
namespace type = command::type;

WalJournal::WalJournal(wal::Wal& wal, const JournalOptions& options, std::size_t ringSize)
    : wal_(wal),
      level_(options.durability),
      fullForGood_(options.fullForGood),
      // The log is opened with so many segments ahead that the whole ring fits what is left.
      roomBytes_(
          std::min(static_cast<i64>(ringSize) * record_types::kMostBytes, wal.segmentBytes())),
      marks_(ringSize),
      lastRecord_(wal.nextSequence() - 1) {}

void WalJournal::onEvent(const Command& c, i64 sequence) {
  if (needsRecord(c) && c.entryResult != command::ResultCode::kLogFull) {
    append(c);
  }
  marks_[static_cast<std::size_t>(sequence) & (marks_.size() - 1)] = lastRecord_;
  if (c.type == type::kQuery && !c.isRejectedAtEntry()) {
    c.query->visitJournal(lastRecord_);
  }
}

void WalJournal::append(const Command& c) {
  const std::size_t bytes = codec::encode(c, record_);
  if (c.type == type::kQuery && !c.isRejectedAtEntry()) {
    // A query has no bytes in the log; that it used up a sequence is kept.
    record_[0] = std::byte{type::kNop};
  }
  // Where answers do not wait for the sync, what cannot be repeated is synced at once.
  const bool critical = type::isAdministrative(c.type);
  const wal::AppendResult result =
      wal_.append(record_types::kCommand, wal::Bytes(record_).first(bytes), critical);
  if (!result.appended()) {
    const std::string* failure = wal_.failure();
    throw JournalException(std::string("the log takes no record: ") + nameOf(result.status) +
                           (failure == nullptr ? "" : ", " + *failure));
  }
  lastRecord_ = result.sequence;
}

i64 WalJournal::confirmed() {
  const wal::Confirmations confirmations = wal_.confirmations();
  const i64 confirmed =
      level_ == Durability::SYNCED ? confirmations.synced() : confirmations.written();
  if (const std::string* failure = wal_.failure(); failure != nullptr) {
    throw JournalException("the log has failed, nothing more can be acknowledged: " + *failure);
  }
  return confirmed;
}

bool WalJournal::hasRoom() {
  if (wasFull_.load(std::memory_order_acquire)) {
    return false;
  }
  // A log that has failed is not full: the next append, or the next look at what is confirmed,
  // fails.
  const bool room = wal_.hasRoom(roomBytes_) || wal_.failure() != nullptr;
  if (!room && fullForGood_) {
    wasFull_.store(true, std::memory_order_release);
  }
  return room;
}

}  // namespace tandem::journal
