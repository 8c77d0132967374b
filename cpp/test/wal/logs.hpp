#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "../log_copy.hpp"
#include "tandem/wal/wal.hpp"
#include "tandem/wal/wal_reader.hpp"
#include "tandem/wal/wal_verifier.hpp"

namespace tandem::wal::test {

namespace fs = std::filesystem;

/** Where a force costs nothing, if there is such a place: these tests cut no power. */
inline fs::path scratch() {
  const fs::path memory = "/dev/shm";
  return access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
}

/** A directory that goes with its owner. */
class TempDirectory {
 public:
  TempDirectory() {
    std::string name = (scratch() / "tandem-wal-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw WalException("cannot make " + name);
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
  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

/** A configuration with small files, so that a test sees many of them. */
inline WalConfig small() {
  WalConfig config;
  config.segmentBytes = 4 << 10;
  config.bufferBytes = 1 << 10;
  config.segmentsAhead = 2;
  return config;
}

/** The body of a record, which tells its number. */
inline std::string bodyOf(std::int64_t number) {
  std::string body = "record " + std::to_string(number) + " ";
  body.resize(body.size() + static_cast<std::size_t>(number % 50), 'x');
  return body;
}

inline Bytes bytesOf(const std::string& text) { return std::as_bytes(std::span(text)); }

inline std::string textOf(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/** Appends records whose bodies tell their sequences. */
inline void appendTo(Wal& wal, int count) {
  for (int i = 0; i < count; i++) {
    const AppendResult result = wal.append(1, bytesOf(bodyOf(wal.nextSequence())));
    ASSERT_TRUE(result.appended()) << nameOf(result.status);
  }
}

inline ConfirmStatus awaitAll(Wal& wal, Durability level) {
  return wal.confirmations().await(wal.nextSequence() - 1, level);
}

/** All records, as their bodies; checks that sequences follow each other. */
inline std::vector<std::string> read(const fs::path& directory, ReadMode mode = ReadMode::STRICT) {
  std::vector<std::string> bodies;
  WalReader reader(directory, mode, -1);
  std::int64_t expected = -1;
  while (reader.next()) {
    EXPECT_TRUE(expected < 0 || reader.sequence() == expected);
    expected = reader.sequence() + 1;
    bodies.push_back(textOf(reader.body()));
  }
  return bodies;
}

/** The bodies that records from one number to another have. */
inline std::vector<std::string> bodies(std::int64_t from, std::int64_t to) {
  std::vector<std::string> all;
  for (std::int64_t number = from; number < to; number++) {
    all.push_back(bodyOf(number));
  }
  return all;
}

inline std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void write(const fs::path& file, const std::string& bytes) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << bytes;
}

using tandem::test::copyLog;

}  // namespace tandem::wal::test
