#include <pthread.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "log_commands.hpp"
#include "number_text.hpp"
#include "option_words.hpp"
#include "tandem/logger/log_store.hpp"
#include "wal/wal_text.hpp"

namespace tandem::tool {
namespace {

using logger::LogLevel;
using logger::LogStore;
using logger::LogStoreConfig;
using logger::LogWriter;

constexpr std::chrono::seconds kBound{30};

struct Load {
  bool help = false;
  std::string directory;
  std::int64_t threads = 1;
  std::int64_t records = 1'000'000;
  LogStoreConfig config;

  explicit Load(std::span<const std::string> all) {
    config.blockBound = kBound;
    for (OptionWords words(all); words.next();) {
      const std::string name = words.name();
      if (name == "--help" || name == "-h") {
        help = true;
        return;
      }
      if (name == "--dir") {
        directory = pathOf(words.value());
      } else if (name == "--threads") {
        const std::string text = words.value();
        threads = wholeNumber<std::int64_t>(text).value_or(0);
        if (threads < 1 || threads > 1000) {
          throw UsageException("found '" + text + "' for --threads, expected 1 to 1000");
        }
      } else if (name == "--records") {
        records = countOf(words.value());
      } else if (name == "--segment-size") {
        config.segmentSize = sizeOf(words.value());
      } else if (name == "--key-file" || name == "--audit") {
        throw BadInputException(name +
                                " is for sealed files, which only the program in Java"
                                " writes: ./tandem log write");
      } else {
        throw UsageException("Unknown option: '" + words.whole() + "'");
      }
    }
    if (directory.empty()) {
      throw UsageException("Missing required option: '--dir=DIR'");
    }
    try {
      config = config.checked();
    } catch (const std::invalid_argument& wrong) {
      throw UsageException(wrong.what());
    }
  }

  std::chrono::nanoseconds write(LogWriter& writer) const {
    std::vector<std::thread> running;
    const auto begin = std::chrono::steady_clock::now();
    for (std::int64_t i = 0; i < threads; i++) {
      running.emplace_back([this, i, &writer] {
        ::pthread_setname_np(::pthread_self(), ("load-" + std::to_string(i)).c_str());
        for (std::int64_t record = 0; record < records; record++) {
          writer.log(LogLevel::kInfo, "thread {} record {} of {}", i, record, records);
        }
      });
    }
    for (std::thread& thread : running) {
      thread.join();
    }
    return std::chrono::steady_clock::now() - begin;
  }
};

std::unique_ptr<LogStore> opened(const Load& load) {
  try {
    return std::make_unique<LogStore>(load.directory, load.config);
  } catch (const std::filesystem::filesystem_error& failure) {
    throw BadInputException("cannot keep log files in " + load.directory + ": " +
                            failure.code().message());
  }
}

}  // namespace

int writeLog(std::span<const std::string> words) {
  const Load load(words);
  if (load.help) {
    return logFiles(words.first(0));
  }
  const std::unique_ptr<LogStore> store = opened(load);
  const auto nanos = static_cast<double>(load.write(store->writer("dev.tandem.load")).count());
  const logger::LogMetrics metrics = store->metrics();
  store->close();
  std::printf("%lld records in %.3f s: %.2f M/s, %lld dropped\n",
              static_cast<long long>(metrics.records), nanos / 1e9,
              static_cast<double>(metrics.records) * 1e3 / nanos,
              static_cast<long long>(metrics.dropped()));
  return metrics.dropped() == 0 ? ExitCode::OK : ExitCode::MISMATCH;
}

}  // namespace tandem::tool
