#pragma once

#include <filesystem>

#include "tandem/wal/storage/log_files.hpp"

namespace tandem::wal {

/** Makes directories whose names survive the machine. Any thread may call. */
struct DurableDirectories {
  /**
   * Makes a directory and those above it that are not there, from the top down, and makes the name
   * of each durable before the next. So it does with those that are there, as far up as they may
   * have been made by a call that then failed: to where nothing can be made, or something is
   * mounted. Nor is any made in a directory that may not be read, for such a one cannot be synced.
   *
   * Throws IoException.
   */
  static void make(const std::filesystem::path& directory, LogFiles& files);
};

}  // namespace tandem::wal
