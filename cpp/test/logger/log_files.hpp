#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "tandem/logger/format/record_checksum.hpp"
#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/log_exception.hpp"
#include "tandem/logger/log_reader.hpp"
#include "tandem/logger/log_store.hpp"
#include "tandem/logger/record_text.hpp"

namespace tandem::logger::test {

namespace fs = std::filesystem;

/** A directory that goes with its owner, where a force costs nothing if there is such a place. */
class TempDirectory {
 public:
  TempDirectory() {
    const bool memory = access("/dev/shm", W_OK) == 0;
    const fs::path in = memory ? fs::path("/dev/shm") : fs::temp_directory_path();
    std::string name = (in / "tandem-log-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw LogException("cannot make " + name);
    }
    path_ = name;
  }
  ~TempDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  const fs::path& path() const { return path_; }
  std::string text() const { return path_.string(); }

 private:
  fs::path path_;
};

/** Small files, and no wait that a test would feel. */
inline LogStoreConfig small() {
  LogStoreConfig config;
  config.segmentSize = 64 << 10;
  config.blockBound = std::chrono::seconds(30);
  config.onFailure = [](const std::string&) {};
  return config;
}

/** What a reader finds. */
struct Found {
  std::vector<LogRecord> records;
  std::vector<LogDamage> damage;
  std::vector<LogHole> gaps;
  std::int64_t holes;
  std::int64_t files;

  std::vector<std::string> messages() const {
    std::vector<std::string> all;
    for (const LogRecord& record : records) {
      all.push_back(record.message);
    }
    return all;
  }
};

inline Found readAll(const fs::path& path) {
  LogReader reader({path.string()});
  Found found{};
  while (auto record = reader.next()) {
    found.records.push_back(std::move(*record));
  }
  found.damage = reader.damage();
  found.gaps = reader.gaps();
  found.holes = reader.holes();
  found.files = reader.files();
  return found;
}

inline std::vector<fs::path> filesIn(const fs::path& directory) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::vector<std::byte> bytesOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<std::byte> bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(),
                 [](char each) { return static_cast<std::byte>(each); });
  return bytes;
}

inline void write(const fs::path& file, const std::vector<std::byte>& bytes) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
}

}  // namespace tandem::logger::test
