#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "allocations.hpp"
#include "book_stream.hpp"
#include "tandem.h"
#include "tandem/hash/hashing.hpp"

// The order book alone on the messages of BookWorkloadBenchmark and OrderBookBenchmark in Java, by
// the same functions of tandem.h that these call for the book in C++. The book is empty at the
// start of each pass, and emptied outside the clock.
//
// TANDEM_BOOK_WORDS names a file of the public workload's messages, which dev.tandem.jmh.book
// .BookWords writes. TANDEM_BOOK_SHORT=1 takes 100,000 messages, for a look whether all is well.

namespace tandem::bench {
namespace {

constexpr std::size_t kMessages = 1'996'097;
constexpr std::size_t kSpotCommands = 1'000'000;
constexpr std::size_t kShort = 100'000;
constexpr u64 kSeed = 1;
constexpr u64 kIdSeed = 5;
constexpr std::size_t kRing = 1 << 12;
constexpr std::size_t kPiece = 64;
/** Words of a report. */
constexpr std::size_t kReport = 8;

/** What Java says of the same messages. */
struct Expected {
  /** XXH64 over the messages. */
  u64 words;
  /** Of tandem_book_run. */
  u64 trades;
  /** How many there are, and XXH64 over them. */
  u64 reports;
  u64 reportDigest;
};

struct Source {
  const char* name;
  BookShape shape;
  Expected whole;
  Expected brief;
};

bool isShort() { return std::getenv("TANDEM_BOOK_SHORT") != nullptr; }

constexpr std::array<Source, 6> kSources{{
    {"SPOT",
     BookShape::SPOT,
     {0xd82840208506afce, 0xb5281bafe620d1a8, 1060106, 0xe542a94a519edf9c},
     {0xb8c388bb2700d403, 0x7b538ad49f206f45, 106667, 0xd68b3b4a9d0e1d16}},
    {"STATIC",
     BookShape::STATIC,
     {0x3c559bd5d8256063, 0x2514a7957131b2f5, 2246510, 0x065e1583513a576a},
     {0x5e05738d62da2f44, 0xf6f1c9ecc28cfee9, 113343, 0x4d452a83cba1b3f0}},
    {"FLASH_CRASH",
     BookShape::FLASH_CRASH,
     {0xd3cbb6a6406f2fd3, 0x9e8ba70a4b4645d0, 2334684, 0xb2ce07919c53aa2e},
     {0x86074745aca6de75, 0xd0d21e0eda239b5f, 123018, 0xdb6be23c9c998061}},
    {"SWING_25",
     BookShape::SWING_25,
     {0x01a1369aecde5f51, 0xd7a9a82fc0f6b013, 2661532, 0xfe2cac82b23954e2},
     {0xce488b0578d33971, 0x777997f278dcc923, 135920, 0x7604cc4381023361}},
    {"SWING_40",
     BookShape::SWING_40,
     {0xa33058fcd2314727, 0xe851c64d55e3d49e, 2680992, 0xb6af2184c0b901a4},
     {0xa0853744f631cb5a, 0xaa130cc47cddd8fc, 135999, 0x2e4266e92893362c}},
    {"WIDE",
     BookShape::WIDE,
     {0xa37b7c6fdb41f213, 0xf62ca533b350d6a7, 2155454, 0xe8a7cbd121b375e2},
     {0x2a199a9119b205a4, 0x8350dc58f384795c, 107928, 0x7376be43bec4ad7f}},
}};

constexpr Expected kPublished{0x7202ab5bbb25c8ff, 0x78a71ea07d98e82d, 2204643, 0x826c03a36b50d61e};

BookStream read(const char* file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) {
    throw std::runtime_error(std::string("cannot read ") + file);
  }
  BookStream stream;
  stream.words.resize(static_cast<std::size_t>(in.tellg()) / sizeof(i64));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(stream.words.data()),
          static_cast<std::streamsize>(stream.words.size() * sizeof(i64)));
  return stream;
}

/** A book, and the messages for it, which it was proved to answer as the one in Java does. */
class Case {
 public:
  Case(BookStream stream, const Expected& expected)
      : stream_(std::move(stream)), expected_(expected) {
    check(tandem_book_create(&book_));
    require(stream_.digest() == expected.words, "these are not the messages that Java makes");
    require(run() == expected.trades, "the book trades otherwise than the one in Java");
    empty();
    prove();
    empty();
  }
  ~Case() { tandem_book_destroy(book_); }
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  std::size_t messages() const { return stream_.size(); }
  const Expected& expected() const { return expected_; }

  /** Applies all, and adds up the trades. */
  u64 run() {
    u64 hash = 0;
    check(tandem_book_run(book_, stream_.words.data(), messages(), &hash));
    return hash;
  }

  /** Applies all, and writes a report of 64 bytes for each thing that happens. */
  u64 report() {
    u64 reports = 0;
    check(
        tandem_book_report(book_, stream_.words.data(), messages(), ring_.data(), kRing, &reports));
    return reports;
  }

  void empty() { check(tandem_book_empty(book_)); }

 private:
  static void require(bool holds, const char* otherwise) {
    if (!holds) {
      throw std::logic_error(otherwise);
    }
  }

  static void check(int code) { require(code == TANDEM_OK, tandem_error()); }

  /** All reports, in pieces that the ring has room for. */
  void prove() {
    hash::Xxh64Stream digest;
    u64 all = 0;
    for (std::size_t from = 0; from < messages(); from += kPiece) {
      const std::size_t count = std::min(kPiece, messages() - from);
      u64 reports = 0;
      check(tandem_book_report(book_, &stream_.words[from * BookStream::kWords], count,
                               ring_.data(), kRing, &reports));
      require(reports <= kRing, "more reports than there is room for");
      digest.update(std::as_bytes(std::span(ring_.data(), reports * kReport)));
      all += reports;
    }
    require(all == expected_.reports && digest.digest() == expected_.reportDigest,
            "the book reports otherwise than the one in Java");
  }

  BookStream stream_;
  Expected expected_;
  tandem_book* book_ = nullptr;
  std::vector<i64> ring_ = std::vector<i64>(kRing * kReport);
};

/** Passes, each over an empty book. */
template <class Pass>
void passes(benchmark::State& run, Case& of, Pass pass, u64 expected) {
  i64 allocated = 0;
  for (auto _ : run) {
    const i64 before = allocations();
    const auto start = std::chrono::steady_clock::now();
    const u64 found = pass();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    allocated += allocations() - before;
    run.SetIterationTime(took.count());
    if (found != expected) {
      run.SkipWithError("a pass gives otherwise than the first");
      break;
    }
    of.empty();
  }
  run.SetItemsProcessed(static_cast<i64>(run.iterations()) * static_cast<i64>(of.messages()));
  // A book whose price walks makes room where it comes to.
  run.counters["allocations"] =
      static_cast<double>(allocated) / static_cast<double>(run.iterations());
  run.counters["reports"] = static_cast<double>(of.expected().reports);
}

void onCase(benchmark::State& run, bool reports, BookStream stream, const Expected& expected) {
  try {
    Case of(std::move(stream), expected);
    if (reports) {
      passes(
          run, of, [&] { return of.report(); }, expected.reports);
    } else {
      passes(
          run, of, [&] { return of.run(); }, expected.trades);
    }
  } catch (const std::exception& e) {
    run.SkipWithError(e.what());
  }
}

void onSource(benchmark::State& run, const Source& source, bool reports) {
  const std::size_t whole = source.shape == BookShape::SPOT ? kSpotCommands : kMessages;
  const std::size_t messages = isShort() ? kShort : whole;
  onCase(run, reports, BookStream::make(source.shape, kSeed, messages).withShuffledIds(kIdSeed),
         isShort() ? source.brief : source.whole);
}

void onFile(benchmark::State& run, const char* file, bool reports) {
  try {
    onCase(run, reports, read(file), kPublished);
  } catch (const std::exception& e) {
    run.SkipWithError(e.what());
  }
}

/** Rows book_trades/SHAPE and book_reports/SHAPE. */
[[maybe_unused]] const bool kRegistered = [] {
  const auto add = [](const std::string& name, auto row) {
    benchmark::RegisterBenchmark(name.c_str(), row)->UseManualTime();
  };
  for (const bool reports : {false, true}) {
    const std::string prefix = reports ? "book_reports/" : "book_trades/";
    for (const Source& source : kSources) {
      add(prefix + source.name,
          [&source, reports](benchmark::State& run) { onSource(run, source, reports); });
    }
    if (const char* file = std::getenv("TANDEM_BOOK_WORDS"); file != nullptr) {
      add(prefix + "PUBLISHED",
          [file, reports](benchmark::State& run) { onFile(run, file, reports); });
    }
  }
  return true;
}();

}  // namespace
}  // namespace tandem::bench
