#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <system_error>

namespace tandem::test {

/** All files below a directory, by their paths in it, but for the lock. */
inline std::set<std::string> filesOf(const std::filesystem::path& directory) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_directory() && entry.path().filename() != "wal.lock") {
      files.insert(std::filesystem::relative(entry.path(), directory).string());
    }
  }
  return files;
}

/**
 * What a kill would leave of a log that is open. It makes segments of its own accord: a copy counts
 * only if no name came or went meanwhile, so it has all that was there at one moment.
 */
inline void copyLog(const std::filesystem::path& from, const std::filesystem::path& to) {
  for (bool whole = false; !whole;) {
    std::filesystem::remove_all(to);
    std::filesystem::create_directories(to);
    try {
      const std::set<std::string> files = filesOf(from);
      for (const std::string& file : files) {
        std::filesystem::create_directories((to / file).parent_path());
        std::filesystem::copy_file(from / file, to / file);
      }
      whole = files == filesOf(from);
    } catch (const std::filesystem::filesystem_error& e) {
      if (e.code() != std::errc::no_such_file_or_directory) {
        throw;
      }
    }
  }
}

}  // namespace tandem::test
