#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "replay.hpp"

namespace tandem::tool {

/** Compares a replayed day with what the exchange recorded of it, row by row. */
class RecordedCheck {
 public:
  /** What became of one comparison. */
  struct Outcome {
    /** The recorded rows. */
    std::filesystem::path file;
    /** Rows that are equal. */
    i64 equal = 0;
    /** Rows recorded. */
    i64 rows = 0;
    /** In words; empty if there is none. */
    std::string firstDifference{};
    /** Whether nothing was compared, because the file is compressed. */
    bool isPacked = false;

    bool isEqual() const { return firstDifference.empty(); }
  };

  /**
   * Whether trades are recorded beside any file of a flow, so that a replay must keep its own.
   * Throws BadInputException if such a file cannot be read.
   */
  static bool hasTrades(const Flow& flow) { return has(flow, "trades"); }

  /** Whether final books are recorded beside any file of a flow; fails as hasTrades. */
  static bool hasBooks(const Flow& flow) { return has(flow, "finalbook"); }

  /** Compares all trades and final books that are recorded beside the files of a flow. */
  static std::vector<Outcome> check(const Flow& flow, const ReplayResult& result);

 private:
  static bool has(const Flow& flow, const std::string& kind);
};

}  // namespace tandem::tool
