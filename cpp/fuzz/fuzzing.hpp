#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>

#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::fuzzing {

/** Ends the process, which the fuzzer takes for a find, if something does not hold. */
inline void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
  }
}

/** A directory in memory, if there is such a place; the process keeps it, and empties it. */
inline const std::filesystem::path& scratch() {
  static const std::filesystem::path directory = [] {
    const std::filesystem::path memory = "/dev/shm";
    const auto where =
        access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
    std::string name = (where / "tandem-fuzz-XXXXXX").string();
    require(mkdtemp(name.data()) != nullptr, "a scratch directory");
    static const std::string kept = name;
    std::atexit([] {
      std::error_code ignored;
      std::filesystem::remove_all(kept, ignored);
    });
    return std::filesystem::path(name);
  }();
  return directory;
}

inline void writeFile(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  std::FILE* out = std::fopen(file.c_str(), "wb");
  require(out != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size(),
          "a written file");
  std::fclose(out);
}

}  // namespace tandem::fuzzing
