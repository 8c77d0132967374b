#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "tandem/logger/log_store.hpp"
#include "tandem/wal/wal.hpp"

// An append to the write-ahead log, a group commit, and a call of the logger, each as the benchmark
// of the same work in Java does it. Files lie below TMPDIR.

namespace tandem::bench {
namespace {

namespace fs = std::filesystem;

/** A directory that goes with its owner. */
class Directory {
 public:
  Directory() {
    std::string name = (fs::temp_directory_path() / "tandem-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("cannot make " + name);
    }
    path_ = name;
  }
  ~Directory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

constexpr std::size_t kRecord = 115;
constexpr std::int64_t kBurst = 4'096;
/** Records before the newest that a group commit keeps, so that segments are used again. */
constexpr std::int64_t kKept = 1 << 19;
/** The same of appends, in bytes: whoever only appends must never wait for a new segment. */
constexpr std::int64_t kKeptBytes = 64LL << 20;
constexpr std::int64_t kSegmentBytes = 128LL << 20;
constexpr int kSegmentsAhead = 8;

using Seconds = std::chrono::duration<double>;

/** A log as those of AppendBenchmark and GroupCommitBenchmark in Java. */
class Log {
 public:
  /** With the defaults of a log, for groups. */
  explicit Log(wal::Durability level)
      : level_(level), body_(kRecord), kept_(kKept), log_(open(with(level))) {
    log_.awaitReserve();
  }

  /** With as many and as large segments made before as TandemLog has in Java, for appends. */
  explicit Log(std::size_t recordBytes)
      : level_(wal::Durability::SYNCED),
        body_(recordBytes),
        kept_(kKeptBytes / static_cast<std::int64_t>(recordBytes)),
        log_(open(large())) {
    log_.awaitReserve();
  }

  void append(std::int64_t records) {
    for (std::int64_t i = 0; i < records; i++) {
      const auto appended = log_.append(1, body_);
      if (!appended.appended()) {
        throw std::runtime_error("the log refuses a record");
      }
      last_ = appended.sequence;
    }
  }

  void await() {
    if (log_.confirmations().await(last_, level_) != wal::ConfirmStatus::CONFIRMED) {
      throw std::runtime_error("the log does not confirm a record");
    }
  }

  void retain() {
    if (last_ > retained_ + 2 * kept_) {
      retained_ = last_ - kept_;
      log_.retainFrom(retained_);
    }
  }

  std::int64_t records() const { return last_ + 1; }

 private:
  static wal::WalConfig with(wal::Durability level) {
    wal::WalConfig config;
    config.durability = level;
    return config;
  }

  static wal::WalConfig large() {
    wal::WalConfig config = with(wal::Durability::SYNCED);
    config.segmentBytes = kSegmentBytes;
    config.segmentsAhead = kSegmentsAhead;
    return config;
  }

  wal::Wal open(const wal::WalConfig& config) const {
    return wal::Wal::open(directory_.path(), config);
  }

  const Directory directory_;
  const wal::Durability level_;
  const std::vector<std::byte> body_;
  const std::int64_t kept_;
  wal::Wal log_;
  std::int64_t last_ = -1;
  std::int64_t retained_ = 0;
};

/** Bursts that nobody waits for; between two of them the log catches up, outside the clock. */
void append(benchmark::State& run) {
  Log log(static_cast<std::size_t>(run.range(0)));
  for (auto _ : run) {
    const auto start = std::chrono::steady_clock::now();
    log.append(kBurst);
    run.SetIterationTime(Seconds(std::chrono::steady_clock::now() - start).count());
    log.await();
    log.retain();
  }
  if (log.records() != static_cast<std::int64_t>(run.iterations()) * kBurst) {
    run.SkipWithError("not the records that were appended");
  }
  run.SetItemsProcessed(static_cast<std::int64_t>(run.iterations()) * kBurst);
}

/** A group of records, of which the last is waited for; a figure is for the group. */
void group(benchmark::State& run, wal::Durability level) {
  Log log(level);
  for (auto _ : run) {
    log.append(run.range(0));
    log.await();
    log.retain();
  }
  if (log.records() != static_cast<std::int64_t>(run.iterations()) * run.range(0)) {
    run.SkipWithError("not the records that were appended");
  }
  run.SetItemsProcessed(static_cast<std::int64_t>(run.iterations()) * run.range(0));
}

constexpr std::int64_t kCalls = 8'192;
/** Bursts of a run: it has no retention, and its files grow. */
constexpr std::int64_t kCallBursts = 200;

/**
 * Bursts of calls as those of CallBenchmark in Java; between two of them the segments are made
 * ready again, outside the clock.
 */
template <class Call>
void calls(benchmark::State& run, Call call) {
  const Directory directory;
  logger::LogStoreConfig config;
  config.segmentsAhead = 3;
  config.blockBound = std::chrono::seconds(60);
  logger::LogStore store(directory.path(), config);
  logger::LogWriter& log = store.writer("dev.tandem.bench");
  for (auto _ : run) {
    while (!store.isAhead()) {
      std::this_thread::yield();
    }
    const auto start = std::chrono::steady_clock::now();
    bool taken = true;
    for (std::int64_t i = 0; i < kCalls; i++) {
      taken &= call(log, i);
    }
    run.SetIterationTime(Seconds(std::chrono::steady_clock::now() - start).count());
    if (!taken) {
      run.SkipWithError("the logger drops a record");
      break;
    }
  }
  run.SetItemsProcessed(static_cast<std::int64_t>(run.iterations()) * kCalls);
}

bool string(logger::LogWriter& log, std::int64_t) {
  static const std::string text =
      "order 1000000000 in EURUSD-SPOT1 was accepted and rests in the book at its limit until it "
      "is filled ..........#end";
  return log.log(logger::LogLevel::kInfo, text);
}

bool oneLong(logger::LogWriter& log, std::int64_t i) {
  return log.log(logger::LogLevel::kInfo, "order {} was accepted", i);
}

bool threeLongs(logger::LogWriter& log, std::int64_t i) {
  return log.log(logger::LogLevel::kInfo, "order {} was filled with {} at {}", i,
                 std::int64_t{7'000'000}, std::int64_t{101});
}

BENCHMARK(append)->Arg(115)->Arg(1'152)->UseManualTime();
BENCHMARK_CAPTURE(group, written, wal::Durability::WRITTEN)
    ->Arg(1)
    ->Arg(16)
    ->Arg(256)
    ->UseRealTime();
BENCHMARK_CAPTURE(group, synced, wal::Durability::SYNCED)->Arg(1)->Arg(16)->Arg(256)->UseRealTime();
BENCHMARK_CAPTURE(calls, string, string)->Iterations(kCallBursts)->UseManualTime();
BENCHMARK_CAPTURE(calls, one_long, oneLong)->Iterations(kCallBursts)->UseManualTime();
BENCHMARK_CAPTURE(calls, three_longs, threeLongs)->Iterations(kCallBursts)->UseManualTime();

}  // namespace
}  // namespace tandem::bench
