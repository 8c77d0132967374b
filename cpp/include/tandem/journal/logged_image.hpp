#pragma once

#include "tandem/journal/journal_options.hpp"
#include "tandem/journal/recovery_point.hpp"
#include "tandem/journal/recovery_report.hpp"
#include "tandem/state/state_image.hpp"

namespace tandem::journal {

/** The copy of the state behind a record of a log. */
struct LoggedImage {
  state::StateImage image;
  RecoveryReport recovery;
  /** Whether a writer had the log. */
  bool inUse;
  /** The last record that the state is made of; -1 if the log has none. */
  i64 lastRecord;
  /** Of the last record that was applied, by the log's clock; 0 if none was. */
  i64 lastTimestampNs;

  /**
   * Makes it, and changes nothing. Throws JournalException if the log does not reach that point, or
   * cannot be made sense of; wal::WalException.
   */
  static LoggedImage read(const JournalOptions& options, const RecoveryPoint& point);
};

}  // namespace tandem::journal
