#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "tandem/wal/wal.hpp"

/**
 * The process that dies: opens a log, appends from several threads, and prints what was
 * acknowledged, a line each, until it is killed or done.
 *
 *   tandem-wal-victim DIR LIFE SYNCED|WRITTEN PRODUCERS EACH
 *
 * EACH is how many records a producer appends; 0 continues for ever. Lines: "open SEQUENCE" once,
 * then "ack SEQUENCE PRODUCER N" with the level of the log behind each. The body of a record is
 * "LIFE PRODUCER N " and dots. Ends with 0 if all went well, with 3 if the log failed.
 */
namespace {

using namespace tandem::wal;

std::string bodyOf(const std::string& life, int producer, long n) {
  std::string body = life + " " + std::to_string(producer) + " " + std::to_string(n) + " ";
  body.resize(body.size() + static_cast<std::size_t>(n * 13 % 300), '.');
  return body;
}

/** In one call: a line is there whole, or not at all. */
void report(const std::string& line) {
  if (::write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    std::_Exit(4);
  }
}

bool produce(Wal& wal, const std::string& life, Durability level, int producer, long each) {
  for (long n = 0; each == 0 || n < each; n++) {
    const std::string body = bodyOf(life, producer, n);
    const AppendResult result = wal.append(static_cast<std::int8_t>(producer),
                                           std::as_bytes(std::span(body)), producer % 4 == 3);
    // Some wait for each record, others for every eighth.
    if (!result.appended()) {
      return false;
    }
    if (producer % 2 == 1 && n % 8 != 7) {
      continue;
    }
    if (wal.confirmations().await(result.sequence, level) != ConfirmStatus::CONFIRMED) {
      return false;
    }
    report("ack " + std::to_string(result.sequence) + " " + std::to_string(producer) + " " +
           std::to_string(n) + "\n");
  }
  return true;
}

int run(const std::vector<std::string>& words) {
  WalConfig config;
  config.segmentBytes = 64 << 10;
  config.bufferBytes = 8 << 10;
  config.durability = words[2] == "WRITTEN" ? Durability::WRITTEN : Durability::SYNCED;
  Wal wal = Wal::open(words[0], config);
  report("open " + std::to_string(wal.nextSequence()) + "\n");
  std::atomic<bool> well{true};
  std::vector<std::thread> producers;
  for (int producer = 0; producer < std::stoi(words[3]); producer++) {
    producers.emplace_back([&, producer] {
      if (!produce(wal, words[1], config.durability, producer, std::stol(words[4]))) {
        well = false;
      }
    });
  }
  for (std::thread& producer : producers) {
    producer.join();
  }
  wal.close();
  return well ? 0 : 3;
}

}  // namespace

int main(int count, char** words) {
  if (count != 6) {
    std::fprintf(stderr, "expected DIR LIFE LEVEL PRODUCERS EACH\n");
    return 2;
  }
  try {
    return run({words + 1, words + count});
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 3;
  }
}
