#pragma once

#include <vector>

#include "replay.hpp"

namespace tandem::tool {

/**
 * Fills caches, branch predictors and the memory of the process before a clock starts: the first
 * commands of the input, in exchanges that are thrown away.
 */
class WarmUp {
 public:
  /**
   * Runs so many commands of a flow in each topology, by turns, in closed loops; again from its
   * start where it is shorter. Without a log.
   *
   * @param commands in each topology; 0 for none
   */
  static void run(const Flow& flow, const std::vector<ReplayOptions>& options, i64 commands);
};

}  // namespace tandem::tool
