#pragma once

#include <chrono>
#include <cstdint>

#include "tandem/wal/append/confirmation_tracker.hpp"
#include "tandem/wal/durability.hpp"

namespace tandem::wal {

/**
 * How far a log has been written and synced, and waits for it. One sync confirms all records that
 * it carried, so a confirmation is for a sequence and all before it.
 *
 * Any thread may call any method, as long as the log is there; see Wal::confirmations. Nothing is
 * thrown, and nothing is allocated. It is a reference, to be copied.
 */
class Confirmations {
 public:
  explicit Confirmations(ConfirmationTracker& tracker) : tracker_(&tracker) {}

  /** Whether a record has reached a level: one read, but of NONE. */
  [[nodiscard]] bool isConfirmed(std::int64_t sequence, Durability level) const {
    return tracker_->isConfirmed(sequence, level);
  }

  /** Highest sequence that is written; -1 if none. One read. */
  std::int64_t written() const { return tracker_->written(); }

  /** Highest sequence that is synced; -1 if none. One read. */
  std::int64_t synced() const { return tracker_->synced(); }

  /** Waits as long as the log's configuration says. */
  [[nodiscard]] ConfirmStatus await(std::int64_t sequence, Durability level) const {
    return tracker_->await(sequence, level);
  }

  /**
   * Waits until a record has reached a level; for SYNCED it requests a sync, where the log does not
   * sync every batch.
   *
   * @param limit how long at most. It bounds this wait only: the record is not withdrawn when it
   * has passed, and must not be appended again for it
   */
  [[nodiscard]] ConfirmStatus await(std::int64_t sequence, Durability level,
                                    std::chrono::nanoseconds limit) const {
    return tracker_->await(sequence, level, limit);
  }

 private:
  ConfirmationTracker* tracker_;
};

}  // namespace tandem::wal
