#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "kernel/random_flow.hpp"
#include "log_copy.hpp"
#include "tandem/exchange.hpp"
#include "wal/logs.hpp"

namespace tandem::journal::test {

namespace fs = std::filesystem;
using wal::Durability;

/** How a test runs an exchange. */
struct Way {
  bool pipelined = false;
  Durability durability = Durability::SYNCED;
};

inline ExchangeOptions options(const fs::path& log, const Way& way = {}) {
  ExchangeOptions options;
  options.pipelined = way.pipelined;
  options.stages.riskShards = way.pipelined ? 2 : 1;
  options.stages.matchingShards = way.pipelined ? 2 : 1;
  options.pipeline.ringSize = 256;
  options.journal = JournalOptions{};
  options.journal->directory = log;
  options.journal->durability = way.durability;
  options.journal->segmentBytes = 64 << 10;
  return options;
}

/** What a stream of commands comes to. */
struct Outcome {
  u64 eventHash;
  u64 stateHash;
  i64 commands;

  bool operator==(const Outcome&) const = default;
};

inline Outcome outcomeOf(const state::StateImage& image) {
  return {image.eventHash(), image.stateHash(), image.recordedCommands()};
}

inline void submit(Exchange& exchange, const std::vector<command::CommandInput>& commands,
                   std::size_t from, std::size_t to) {
  exchange.startBatch();
  for (std::size_t i = from; i < to; i++) {
    exchange.submit(commands[i]);
  }
  exchange.drain();
}

/** The first commands of a flow, in an exchange that keeps nothing. */
inline Outcome inMemory(const std::vector<command::CommandInput>& commands, std::size_t count) {
  Exchange exchange{ExchangeOptions()};
  submit(exchange, commands, 0, count);
  return outcomeOf(exchange.image());
}

using tandem::test::copyLog;

inline std::vector<char> bytesOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write(const fs::path& file, const std::vector<char>& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/** Files of this process end at a size: then a write fails, as of a broken disk. */
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

/** Snapshots beside a log, oldest first. */
inline std::vector<fs::path> snapshotsOf(const fs::path& log) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(log / "snapshots")) {
    found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/** The message that an exchange on this log is refused with. */
template <class Exception>
std::string refusal(const ExchangeOptions& options) {
  try {
    const Exchange exchange(options);
  } catch (const Exception& e) {
    return e.what();
  }
  ADD_FAILURE() << "it was not refused";
  return "";
}

}  // namespace tandem::journal::test
