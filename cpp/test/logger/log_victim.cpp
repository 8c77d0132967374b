#include <pthread.h>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tandem/logger/log_store.hpp"

namespace {

using namespace tandem::logger;

/** Bytes of which some are no UTF-8. */
std::string someText(std::mt19937_64& random) {
  static const std::string kParts[] = {"a",        "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                                       "\x80",     "\xE2\x82", "\xED\xA0\x80", "\xF0\x9F",
                                       "\xE0\x80", "\n",       "\"\\",         "\xE2\x80\xAE"};
  std::string text;
  for (std::uint64_t i = random() % 12; i > 0; i--) {
    text += kParts[random() % std::size(kParts)];
  }
  return text;
}

/** Records of every kind, drawn from a seed. */
void writeAll(LogStore& store, std::uint64_t seed, long count) {
  ::pthread_setname_np(::pthread_self(), ("t-" + std::to_string(seed)).c_str());
  std::mt19937_64 random(seed);
  for (long i = 0; i < count; i++) {
    LogWriter& log = store.writer("victim." + std::to_string(random() % 3));
    const auto level = static_cast<LogLevel>(random() % RECORD_LEVELS);
    const std::uint64_t bits = random();
    const std::string text = someText(random);
    const auto unit = static_cast<char16_t>(bits);
    switch (random() % 5) {
      case 0:
        log.log(level, text);
        break;
      case 1:
        log.log(level, "{} {} {} {}", std::bit_cast<double>(bits),
                std::bit_cast<float>(static_cast<std::uint32_t>(bits)),
                static_cast<double>(bits % 100'000) / 1'000, static_cast<double>(bits >> 20));
        break;
      case 2:
        log.log(level, "{}{}|{} {} {} {}", unit, static_cast<char16_t>(bits >> 16), bits % 2 == 0,
                static_cast<std::int64_t>(bits), static_cast<std::int16_t>(bits), nullptr);
        break;
      case 3:
        log.log(level, "\\{} " + std::to_string(bits % 7) + " {} {}", bits, text);
        break;
      default: {
        const std::pair<std::string_view, std::string_view> context[] = {
            {"user", text}, {"b", "2"}, {"user", "again"}};
        const std::string_view markers[] = {"M1", text};
        const std::pair<std::string_view, Argument> keys[] = {
            {"number", bits}, {"text", text}, {"none", nullptr}, {"part", 0.1}, {"unit", unit}};
        const Argument arguments[] = {i, text};
        log.logEvent(level, "event {} {}", arguments,
                     LogExtras{bits % 2 == 0 ? text.c_str() : nullptr, context, markers, keys});
      }
    }
  }
}

void choose(LogStoreConfig& config, const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const long value = std::stol(word.substr(equals + 1));
  const std::chrono::milliseconds time(value);
  if (name == "files") {
    config.retention.files = static_cast<std::int32_t>(value);
  } else if (name == "bytes") {
    config.retention.bytes = value;
  } else if (name == "age") {
    config.retention.age = time;
  } else if (name == "rotate") {
    config.rotateEvery = time;
  } else if (name == "sync") {
    config.sync.interval = time;
  } else {
    throw std::invalid_argument(word);
  }
}

}  // namespace

/**
 * log_victim DIR THREADS RECORDS [CHOICE=NUMBER...]: writes records of every kind; 0 records: until
 * it is killed. Choices: files, bytes and age (ms) that are kept, rotate and sync (ms).
 */
int main(int count, char** words) {
  if (count < 4) {
    std::fputs("log_victim DIR THREADS RECORDS [CHOICE=NUMBER...]\n", stderr);
    return 2;
  }
  try {
    LogStoreConfig config;
    config.segmentSize = 64 << 10;
    config.blockBound = std::chrono::seconds(30);
    for (int i = 4; i < count; i++) {
      choose(config, words[i]);
    }
    LogStore store(words[1], config);
    const long each = std::atol(words[3]);
    std::printf("open %s\n", store.run().c_str());
    std::fflush(stdout);
    std::vector<std::thread> threads;
    for (long i = 0; i < std::atol(words[2]); i++) {
      threads.emplace_back([&store, i, each] {
        do {
          writeAll(store, static_cast<std::uint64_t>(i), each == 0 ? 20 : each);
          // Whoever reads what it leaves need not read for long.
          std::this_thread::sleep_for(std::chrono::milliseconds(each == 0 ? 5 : 0));
        } while (each == 0);
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    store.close();
    std::printf("closed, %lld dropped\n", static_cast<long long>(store.dropped()));
    return store.dropped() == 0 ? 0 : 1;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 3;
  }
}
