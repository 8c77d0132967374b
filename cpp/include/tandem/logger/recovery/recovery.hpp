#pragma once

#include <cstdint>
#include <filesystem>

#include "tandem/logger/log_store_config.hpp"

namespace tandem::logger {

/**
 * Tidies up after runs that have crashed: deletes segments that were never used, and cuts the
 * others after what was claimed. A record that is there is never touched, and holes stay visible.
 * So a file with anything in it is kept, also where its header says that there is nothing, and a
 * file whose header is lost is left as it is; both are reported. A run is tidied by one process at
 * a time, which holds its lock meanwhile. One whose rest is to be sealed is not forgotten: a store
 * in Java with a key seals it.
 */
class Recovery {
 public:
  /** Returns how many holes were found. Throws wal::IoException. */
  static std::int64_t run(const std::filesystem::path& directory, const LogStoreConfig& config);
};

}  // namespace tandem::logger
