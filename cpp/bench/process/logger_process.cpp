// The logger in C++ as a system of dev.tandem.jmh.logger.LoggerComparison. Arguments: the system
// and a directory; requests and answers are those of LoggerProcess, loops those of Callers.
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "counted_new.hpp"
#include "latencies.hpp"
#include "request_loop.hpp"
#include "tandem/logger/log_reader.hpp"
#include "tandem/logger/log_store.hpp"

namespace {

using namespace tandem::bench;
using namespace tandem::logger;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kMessageBytes = 114;
constexpr std::int64_t kFirstId = 1'000'000'000;
constexpr std::int64_t kSegment = 64 << 20;
constexpr std::int64_t kBytesPerRecord = 192;
constexpr std::int64_t kGraceNanos = 1'000'000'000;
constexpr std::string_view kLogger = "dev.tandem.bench";
constexpr std::string_view kInstrument = "EURUSD-SPOT1";
constexpr std::string_view kEnd = "#end";
constexpr std::string_view kWords =
    "order {} in {} was accepted and rests in the book at its limit until it is filled ";

std::string pattern() {
  const std::size_t arguments = std::to_string(kFirstId).size() + kInstrument.size() - 4;
  const std::size_t dots = kMessageBytes - arguments - kWords.size() - kEnd.size();
  return std::string(kWords) + std::string(dots, '.') + std::string(kEnd);
}

std::string text() {
  std::string text = pattern();
  text.replace(text.find("{}"), 2, std::to_string(kFirstId));
  text.replace(text.find("{}"), 2, kInstrument);
  return text;
}

struct Job {
  int threads;
  std::int64_t rate;
  std::int64_t records;
  std::int64_t restMillis;

  bool paced() const { return rate > 0; }
  std::int64_t each() const { return records / threads; }
};

/** What one thread did; its own clock: another may get its CPU back when all are done. */
struct Part {
  std::int64_t sent = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::size_t bytes = 0;
  std::int64_t late = 0;
  Latencies call;
  Latencies response;
};

class Callers {
 public:
  Callers(LogWriter& writer, bool deferred, const Job& job)
      : writer_(writer), deferred_(deferred), job_(job), start_(job.threads) {}

  std::vector<Part> run() {
    std::vector<Part> parts(static_cast<std::size_t>(job_.threads));
    std::vector<std::jthread> threads;
    for (int t = 0; t < job_.threads; t++) {
      threads.emplace_back([this, t, &part = parts[static_cast<std::size_t>(t)]] {
        job_.paced() ? paced(t, part) : saturate(t, part);
      });
    }
    threads.clear();
    return parts;
  }

 private:
  void log(std::int64_t number) {
    if (deferred_) {
      writer_.log(LogLevel::kInfo, pattern_, kFirstId + number, kInstrument);
    } else {
      writer_.log(LogLevel::kInfo, text_);
    }
  }

  /** Each logs one record before the start: what a thread needs only once is not measured. */
  std::int64_t begin(int thread) {
    const std::int64_t number = thread * job_.each();
    log(number);
    start_.arrive_and_wait();
    return number + 1;
  }

  void saturate(int thread, Part& part) {
    std::int64_t number = begin(thread);
    const std::size_t bytes = threadAllocated;
    part.begin = now();
    for (std::int64_t i = 1; i < job_.each(); i++) {
      log(number++);
    }
    part.end = now();
    part.bytes = threadAllocated - bytes;
    part.sent = job_.each();
  }

  /** Gives up when it is late by a second and by twice its schedule. */
  void paced(int thread, Part& part) {
    const double interval = 1e9 * job_.threads / static_cast<double>(job_.rate);
    const auto after = [interval](auto turns) {
      return static_cast<std::int64_t>(interval * static_cast<double>(turns));
    };
    std::int64_t number = begin(thread);
    const std::size_t bytes = threadAllocated;
    part.begin = now();
    const std::int64_t origin =
        part.begin + static_cast<std::int64_t>(interval * thread / job_.threads);
    const std::int64_t giveUp = origin + kGraceNanos + 3 * after(job_.each());
    part.sent = 1;
    while (part.sent < job_.each()) {
      const std::int64_t intended = origin + after(part.sent);
      std::int64_t before = now();
      while (before < intended) {
        // A spin would hold up the very threads it waits beside, where they share the CPU with it.
        std::this_thread::yield();
        before = now();
      }
      log(number++);
      const std::int64_t done = now();
      part.late += before - intended > kLateNanos ? 1 : 0;
      part.call.record(done - before);
      part.response.record(done - intended);
      part.sent++;
      if (done > giveUp) {
        break;
      }
    }
    part.end = now();
    part.bytes = threadAllocated - bytes;
  }

  LogWriter& writer_;
  const bool deferred_;
  const Job job_;
  const std::string text_ = text();
  const std::string pattern_ = pattern();
  std::barrier<> start_;
};

/** Segments for so many records: then the burst is measured. */
int enoughFor(std::int64_t records) {
  return static_cast<int>(std::min<std::int64_t>(64, records * kBytesPerRecord / kSegment + 1));
}

std::int64_t recorded(const std::filesystem::path& directory) {
  std::int64_t records = 0;
  LogReader reader({directory.string()});
  for (auto record = reader.next(); record; record = reader.next()) {
    records += record->logger == kLogger ? 1 : 0;
  }
  return records;
}

std::string latency(const Latencies& of) {
  return JsonMembers()
      .add("p50", of.at(50))
      .add("p99", of.at(99))
      .add("p999", of.at(99.9))
      .add("max", of.max())
      .object();
}

/** What the measuring of a call measures where there is no call. */
Latencies emptyCalls() {
  Latencies empty;
  for (int i = 0; i < 200'000; i++) {
    const std::int64_t before = now();
    empty.record(now() - before);
  }
  return empty;
}

/** Mean cost of two clock readings, in the batch that was disturbed least. */
double timerPairNanos() {
  constexpr int kPairs = 10'000;
  double least = 1e9;
  for (int batch = 0; batch < 20; batch++) {
    const std::int64_t begin = now();
    std::int64_t last = begin;
    for (int i = 0; i < 2 * kPairs; i++) {
      last = now();
    }
    least = std::min(least, static_cast<double>(last - begin) / kPairs);
  }
  return least;
}

std::string sample(const Job& job, const std::vector<Part>& parts, std::int64_t closed,
                   std::size_t processBytes, std::int64_t found) {
  Part all = parts.front();
  for (std::size_t i = 1; i < parts.size(); i++) {
    all.begin = std::min(all.begin, parts[i].begin);
    all.end = std::max(all.end, parts[i].end);
    all.sent += parts[i].sent;
    all.bytes += parts[i].bytes;
    all.late += parts[i].late;
    all.call.add(parts[i].call);
    all.response.add(parts[i].response);
  }
  // The first record of each thread was logged before the clock started.
  const auto timed = static_cast<double>(all.sent - job.threads);
  JsonMembers json;
  json.add("sent", all.sent)
      .add("lost", all.sent - found)
      .add("perSecond", timed * 1e9 / static_cast<double>(closed - all.begin))
      .add("callerPerSecond", timed * 1e9 / static_cast<double>(all.end - all.begin))
      .add("callerBytes", static_cast<double>(all.bytes) / timed)
      .add("processBytes", static_cast<double>(processBytes) / timed);
  if (job.paced()) {
    json.add("latePercent", 100.0 * static_cast<double>(all.late) / timed)
        .addRaw("call", latency(all.call))
        .addRaw("response", latency(all.response))
        .addRaw("timer", latency(emptyCalls()))
        .add("timerPairNanos", timerPairNanos());
  }
  return json.object();
}

std::string run(bool deferred, const std::filesystem::path& home, const Job& job) {
  const RunDirectory directory(home);
  std::vector<Part> parts;
  std::size_t bytes = allAllocated;
  std::int64_t closed = 0;
  {
    LogStoreConfig config;
    config.segmentSize = kSegment;
    config.segmentsAhead = enoughFor(job.records);
    config.blockBound = seconds(60);
    LogStore store(directory.path(), config);
    LogWriter& writer = store.writer(kLogger);
    const std::int64_t deadline = now() + 60'000'000'000;
    while (!store.isAhead() && now() < deadline) {
      std::this_thread::yield();
    }
    std::this_thread::sleep_for(milliseconds(job.restMillis));
    Callers callers(writer, deferred, job);
    parts = callers.run();
    store.close();
    closed = now();
    bytes = allAllocated - bytes;
  }
  return sample(job, parts, closed, bytes, recorded(directory.path()));
}

}  // namespace

int main(int count, char** arguments) {
  const std::string system = count == 3 ? arguments[1] : "";
  if (system != "TANDEM_CPP" && system != "TANDEM_CPP_DEFERRED") {
    std::cerr << "usage: tandem-logger-process TANDEM_CPP|TANDEM_CPP_DEFERRED DIRECTORY\n"
                 "A system of LoggerComparison, which starts it: see its option --cpp.\n";
    return 2;
  }
  return answerRequests([&](const std::vector<std::string>& words) {
    const Job job{std::stoi(words.at(0)), std::stoll(words.at(1)), std::stoll(words.at(2)),
                  std::stoll(words.at(3))};
    return run(system == "TANDEM_CPP_DEFERRED", arguments[2], job);
  });
}
