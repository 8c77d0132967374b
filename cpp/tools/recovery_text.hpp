#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tandem/journal/recovery_report.hpp"
#include "wal/wal_text.hpp"

namespace tandem::tool {

/**
 * What an exchange found in its log, as lines of a name and a text.
 *
 * @param torn what became of a torn tail
 */
inline std::vector<std::pair<std::string, std::string>> recoveryLines(
    const journal::RecoveryReport& found, std::string_view torn) {
  std::vector<std::pair<std::string, std::string>> lines;
  lines.emplace_back(
      "recovered", count(found.commands, "command") + " in " + duration(found.took.count()) + ": " +
                       (found.snapshotSequence < 0
                            ? "no snapshot, "
                            : "the snapshot of record " + count(found.snapshotSequence) + ", ") +
                       count(found.replayedCommands, "command") + " replayed");
  if (!found.skippedSnapshots.empty()) {
    lines.emplace_back("DAMAGED", found.skippedSnapshots);
  }
  if (!found.dropReason.empty()) {
    lines.emplace_back(torn, "the torn tail of the log, " + count(found.droppedRecords, "record") +
                                 " and " + count(found.droppedBytes, "byte") +
                                 (found.doubt.empty() ? " that were never confirmed: " : ": ") +
                                 found.dropReason);
  }
  if (!found.doubt.empty()) {
    lines.emplace_back("DOUBT", "records that were acknowledged may be gone (" + found.doubt +
                                    "): only a loss of power leaves that, otherwise the log is"
                                    " damaged; compare with a backup");
  }
  return lines;
}

}  // namespace tandem::tool
