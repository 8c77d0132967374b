#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "tandem/logger/log_store.hpp"
#include "tandem/wal/wal.hpp"

// An append to the write-ahead log, a wait for its group commit, and a call of the logger. Files
// lie below TMPDIR.

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

/** One record; whoever waits asks for a durability and waits for each. */
void append(benchmark::State& run, bool waits) {
  const Directory directory;
  wal::WalConfig config;
  wal::Wal log = wal::Wal::open(directory.path(), config);
  const std::vector<std::byte> body(static_cast<std::size_t>(run.range(0)));
  for (auto _ : run) {
    const auto appended = log.append(1, body);
    if (!appended.appended() ||
        (waits && log.confirmations().await(appended.sequence, wal::Durability::SYNCED) !=
                      wal::ConfirmStatus::CONFIRMED)) {
      run.SkipWithError("the log refuses a record");
      break;
    }
  }
  log.close();
  run.SetItemsProcessed(static_cast<std::int64_t>(run.iterations()));
}

void call(benchmark::State& run, bool withArguments) {
  const Directory directory;
  logger::LogStoreConfig config;
  logger::LogStore store(directory.path(), config);
  logger::LogWriter& log = store.writer("bench");
  const std::string text(100, 't');
  std::int64_t i = 0;
  for (auto _ : run) {
    const bool taken = withArguments ? log.log(logger::LogLevel::INFO, "{} {} {}", i++, 2.5, text)
                                     : log.log(logger::LogLevel::INFO, text);
    if (!taken) {
      run.SkipWithError("the logger drops a record");
      break;
    }
  }
  run.SetItemsProcessed(static_cast<std::int64_t>(run.iterations()));
}

BENCHMARK_CAPTURE(append, unconfirmed, false)->Arg(115)->Arg(1'152)->UseRealTime();
BENCHMARK_CAPTURE(append, synced, true)->Arg(115)->Arg(1'152)->UseRealTime();
BENCHMARK_CAPTURE(call, text, false)->UseRealTime();
BENCHMARK_CAPTURE(call, arguments, true)->UseRealTime();

}  // namespace
}  // namespace tandem::bench
