// The log in C++ as a system of dev.tandem.jmh.wal.WalComparison. Arguments: the system and a
// directory; requests and answers are those of LogProcess, loops those of Runs, settings those of
// TandemLog. TANDEM_LOG_SHORT=1 makes small files and reads few records, for a look whether all is
// well.
#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "latencies.hpp"
#include "request_loop.hpp"
#include "tandem/wal/wal.hpp"
#include "tandem/wal/wal_reader.hpp"

namespace {

using namespace tandem::bench;
using tandem::wal::AppendResult;
using tandem::wal::ConfirmStatus;
using tandem::wal::Durability;
using tandem::wal::ReadMode;
using tandem::wal::Wal;
using tandem::wal::WalConfig;
using tandem::wal::WalReader;

const bool kShort = std::getenv("TANDEM_LOG_SHORT") != nullptr;
const std::int64_t kReplayBytes = kShort ? 16 << 20 : 256 << 20;
constexpr std::int64_t kKeptBytes = 64 << 20;
constexpr std::int64_t kRetentionEvery = 1 << 16;
const std::int64_t kPlainSegment = kShort ? 4 << 20 : 128 << 20;
constexpr int kPlainSegments = 8;
constexpr std::size_t kMostProducers = 8;

/** A record: a number, and noise behind it, so that nothing can be compressed. */
class Record {
 public:
  explicit Record(std::size_t length) : bytes_(length) {
    std::mt19937 noise(42);
    for (std::byte& b : bytes_) {
      b = static_cast<std::byte>(noise());
    }
  }

  std::span<const std::byte> numbered(std::int64_t number) {
    std::memcpy(bytes_.data(), &number, sizeof number);
    return bytes_;
  }

 private:
  std::vector<std::byte> bytes_;
};

/** Lets go of records that lie 64 MiB back, as a service does after a snapshot. */
class Log {
 public:
  Log(const std::filesystem::path& directory, Durability level, std::int64_t recordBytes, bool read)
      : level_(level),
        kept_(read ? std::numeric_limits<std::int64_t>::max() : kKeptBytes / recordBytes),
        wal_(Wal::open(directory, config(level, read))) {
    wal_.retainFrom(wal_.nextSequence());
    const std::int64_t giveUp = now() + 10'000'000'000;
    while (wal_.statistics().segments.ready < config(level, read).segmentsAhead && now() < giveUp) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::int64_t append(std::span<const std::byte> record) {
    const AppendResult result = wal_.append(1, record);
    if (!result.appended()) {
      throw std::runtime_error(std::string("the append was answered ") + nameOf(result.status));
    }
    if (result.sequence % kRetentionEvery == 0 && result.sequence > kept_) {
      wal_.retainFrom(result.sequence - kept_);
    }
    return result.sequence;
  }

  void await(std::int64_t sequence) {
    if (wal_.confirmations().await(sequence, level_, std::chrono::seconds(10)) !=
        ConfirmStatus::CONFIRMED) {
      throw std::runtime_error("a record was not confirmed within 10 s");
    }
  }

  std::int64_t confirmed() {
    return level_ == Durability::SYNCED ? wal_.confirmations().synced()
                                        : wal_.confirmations().written();
  }

  /** How many of the newest records are in the log, at least. */
  std::int64_t kept() const { return kept_; }

  void close() { wal_.close(); }

 private:
  static WalConfig config(Durability level, bool read) {
    WalConfig config;
    config.durability = level;
    if (!read) {
      config.segmentBytes = kPlainSegment;
      config.segmentsAhead = kPlainSegments;
    }
    return config;
  }

  const Durability level_;
  const std::int64_t kept_;
  Wal wal_;
};

/** As dev.tandem.jmh.wal.Readback: what a run appended is in the log, behind all others. */
class Readback {
 public:
  explicit Readback(std::size_t producers) : producers_(producers) { last_.fill(-1); }

  static std::int64_t number(std::size_t producer, std::int64_t count) {
    return static_cast<std::int64_t>(producer << kShift) | count;
  }

  /** Reads the log and holds it against what each producer appended. */
  static void check(const std::filesystem::path& directory,
                    const std::vector<std::int64_t>& appended, std::int64_t kept) {
    Readback readback(appended.size());
    WalReader reader(directory, ReadMode::STRICT, 0);
    while (reader.next()) {
      std::uint64_t number = 0;
      std::memcpy(&number, reader.body().data(), sizeof number);
      readback.found(number);
    }
    for (std::size_t p = 0; p < appended.size(); p++) {
      const std::int64_t last = readback.last_[p];
      const std::int64_t found = last < 0 ? 0 : last - readback.first_[p] + 1;
      if (last != appended[p] - 1 || found < std::min(appended[p], kept)) {
        throw std::runtime_error("producer " + std::to_string(p) + " appended " +
                                 std::to_string(appended[p]) +
                                 " records; read back without a gap were " + std::to_string(found) +
                                 ", up to number " + std::to_string(last));
      }
    }
  }

 private:
  static constexpr int kShift = 48;

  void found(std::uint64_t number) {
    const auto producer = static_cast<std::size_t>(number >> kShift);
    if (producer >= producers_) {
      return;
    }
    const auto count = static_cast<std::int64_t>(number & ((std::uint64_t{1} << kShift) - 1));
    if (last_[producer] < 0 || count != last_[producer] + 1) {
      first_[producer] = count;
    }
    last_[producer] = count;
  }

  std::size_t producers_;
  std::array<std::int64_t, kMostProducers> first_{};
  std::array<std::int64_t, kMostProducers> last_{};
};

/** A run: its answer, and how many records each producer appended. */
struct Run {
  std::string json;
  std::vector<std::int64_t> appended;
};

std::string rate(std::int64_t records, std::int64_t nanos, JsonMembers json = {}) {
  return json.add("records", records)
      .add("perSecond", static_cast<double>(records) * 1e9 / static_cast<double>(nanos))
      .object();
}

std::string timed(const Latencies& all, std::int64_t nanos, double latePercent = 0) {
  JsonMembers json;
  json.add("p50Us", static_cast<double>(all.at(50)) / 1e3)
      .add("p99Us", static_cast<double>(all.at(99)) / 1e3)
      .add("p999Us", static_cast<double>(all.at(99.9)) / 1e3)
      .add("maxUs", static_cast<double>(all.max()) / 1e3)
      .add("latePercent", latePercent);
  return rate(static_cast<std::int64_t>(all.total()), nanos, json);
}

/** Producers that wait for each of their records, for so long. */
Run waiting(Log& log, int producers, std::size_t bytes, std::int64_t nanos) {
  const auto many = static_cast<std::size_t>(producers);
  std::vector<Latencies> parts(many);
  std::vector<std::int64_t> ends(many);
  std::vector<std::int64_t> appended(many);
  std::barrier<> start(producers + 1);
  std::vector<std::jthread> threads;
  for (std::size_t p = 0; p < many; p++) {
    threads.emplace_back([&, p] {
      Record record(bytes);
      start.arrive_and_wait();
      std::int64_t before = now();
      const std::int64_t until = before + nanos;
      for (std::int64_t i = 0; before < until; i++) {
        log.await(log.append(record.numbered(Readback::number(p, i))));
        appended[p] = i + 1;
        const std::int64_t after = now();
        parts[p].record(after - before);
        before = after;
      }
      ends[p] = before;
    });
  }
  start.arrive_and_wait();
  const std::int64_t started = now();
  threads.clear();
  Latencies all;
  for (const Latencies& part : parts) {
    all.add(part);
  }
  return {timed(all, *std::max_element(ends.begin(), ends.end()) - started), appended};
}

double percent(std::int64_t part, std::int64_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/** One thread keeps a schedule and looks at what is confirmed between two records. */
Run openLoop(Log& log, std::int64_t rate, std::size_t bytes, std::int64_t nanos) {
  constexpr std::int64_t kEvery = 32;
  const std::int64_t total = rate * nanos / 1'000'000'000;
  const double interval = 1e9 / static_cast<double>(rate);
  Latencies latencies;
  std::vector<std::int64_t> tickets(static_cast<std::size_t>(total));
  const auto ticket = [&](std::int64_t i) -> std::int64_t& {
    return tickets[static_cast<std::size_t>(i)];
  };
  Record record(bytes);
  const std::int64_t start = now() + 1'000'000;
  const std::int64_t giveUp = start + 4 * nanos;
  std::int64_t sent = 0;
  std::int64_t late = 0;
  std::int64_t durable = 0;
  while (durable < total) {
    const std::int64_t time = now();
    const std::int64_t confirmed = log.confirmed();
    if (durable < sent && ticket(durable) <= confirmed) {
      const std::int64_t at = now();
      while (durable < sent && ticket(durable) <= confirmed) {
        latencies.record(at - start -
                         static_cast<std::int64_t>(static_cast<double>(durable) * interval));
        durable++;
      }
    }
    const auto due = std::min(
        total, static_cast<std::int64_t>(static_cast<double>(time - start) / interval + 1));
    if (sent < due) {
      for (const std::int64_t burst = std::min(due, sent + kEvery); sent < burst; sent++) {
        const auto intended = static_cast<std::int64_t>(static_cast<double>(sent) * interval);
        late += time - start - intended > kLateNanos ? 1 : 0;
        ticket(sent) = log.append(record.numbered(sent));
      }
    } else {
      // A spin would hold up the very threads it measures, where they share the CPU with it.
      std::this_thread::yield();
    }
    if (time > giveUp) {
      return {timed(latencies, time - start, percent(late, sent)), {sent}};
    }
  }
  return {timed(latencies, std::max(nanos, now() - start), percent(late, total)), {total}};
}

/** One thread appends for so long; the clock stops when the last record is durable. */
Run saturation(Log& log, std::size_t bytes, std::int64_t nanos) {
  Record record(bytes);
  std::int64_t records = 0;
  std::int64_t ticket = -1;
  const std::int64_t start = now();
  while (now() - start < nanos) {
    for (int i = 0; i < 256; i++) {
      ticket = log.append(record.numbered(records++));
    }
  }
  log.await(ticket);
  return {rate(records, now() - start), {records}};
}

/** Reads a closed log, and fails if a record is missing. */
std::string readAll(const std::filesystem::path& directory, std::int64_t records) {
  const std::int64_t start = now();
  std::int64_t found = 0;
  std::int64_t sum = 0;
  WalReader reader(directory, ReadMode::STRICT, 0);
  while (reader.next()) {
    std::int64_t number = 0;
    std::memcpy(&number, reader.body().data(), sizeof number);
    sum += number;
    found++;
  }
  const std::int64_t nanos = now() - start;
  if (found != records || sum != records * (records - 1) / 2) {
    throw std::runtime_error("read " + std::to_string(found) + " records of " +
                             std::to_string(records) + ", or others");
  }
  JsonMembers json;
  json.add("nanosPerRecord", static_cast<double>(nanos) / static_cast<double>(records));
  return rate(records, nanos, json);
}

std::string replay(const std::filesystem::path& home, Durability level, std::int64_t bytes) {
  const RunDirectory directory(home);
  const std::int64_t records = kReplayBytes / bytes;
  {
    Log log(directory.path(), level, bytes, true);
    Record record(static_cast<std::size_t>(bytes));
    std::int64_t ticket = -1;
    for (std::int64_t i = 0; i < records; i++) {
      ticket = log.append(record.numbered(i));
    }
    log.await(ticket);
    log.close();
  }
  readAll(directory.path(), records);
  return readAll(directory.path(), records);
}

std::string run(Durability level, const std::filesystem::path& home, const std::string& workload,
                std::int64_t bytes, std::int64_t nanos) {
  if (bytes < static_cast<std::int64_t>(sizeof(std::int64_t))) {
    throw std::invalid_argument("a record of 8 bytes at least");
  }
  if (workload == "REPLAY") {
    return replay(home, level, bytes);
  }
  // One directory serves all runs: each opens it and continues behind the last.
  const std::filesystem::path directory = home / "tandem-log";
  Log log(directory, level, bytes, false);
  const auto length = static_cast<std::size_t>(bytes);
  Run run;
  if (workload == "ONE_WAITING") {
    run = waiting(log, 1, length, nanos);
  } else if (workload == "EIGHT_WAITING") {
    run = waiting(log, 8, length, nanos);
  } else if (workload == "SATURATION") {
    run = saturation(log, length, nanos);
  } else if (workload == "OPEN_36K") {
    run = openLoop(log, 35'800, length, nanos);
  } else if (workload == "OPEN_100K") {
    run = openLoop(log, 100'000, length, nanos);
  } else if (workload == "OPEN_200K") {
    run = openLoop(log, 200'000, length, nanos);
  } else if (workload == "OPEN_1M") {
    run = openLoop(log, 1'000'000, length, nanos);
  } else {
    throw std::invalid_argument("no such workload: " + workload);
  }
  log.close();
  Readback::check(directory, run.appended, log.kept());
  return run.json;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string system = count == 3 ? arguments[1] : "";
  if (system != "TANDEM_CPP" && system != "TANDEM_CPP_WRITTEN") {
    std::cerr << "usage: tandem-wal-process TANDEM_CPP|TANDEM_CPP_WRITTEN DIRECTORY\n"
                 "A system of WalComparison, which starts it: see its option --cpp.\n";
    return 2;
  }
  const Durability level = system == "TANDEM_CPP" ? Durability::SYNCED : Durability::WRITTEN;
  return answerRequests([&](const std::vector<std::string>& words) {
    return run(level, arguments[2], words.at(0), std::stoll(words.at(1)),
               std::stoll(words.at(2)) * 1'000'000);
  });
}
