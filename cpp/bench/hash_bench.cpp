// Nanoseconds a digest by each set of loops that this processor can run, beside the xxHash library
// compiled for AVX2, so that the loops for processors without AVX-512 are compared on one that has
// it, too. The sets are asked by turns; the least of all rounds counts, which other work on the
// machine can only raise.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tandem/hash/hashing.hpp"

extern "C" std::uint64_t tandem_reference_xxh64(const void* in, std::size_t length,
                                                std::size_t calls);
extern "C" std::uint64_t tandem_reference_xxh3(const void* in, std::size_t length,
                                               std::size_t calls);

namespace {

using namespace tandem::hash;

constexpr std::size_t kCalls = 256;
constexpr int kRounds = 400;

using Repeat = std::function<std::uint64_t(const std::vector<std::byte>&)>;

template <class Hash>
Repeat ours(const char* loops) {
  return [loops](const std::vector<std::byte>& bytes) {
    useImplementation(loops);
    const Hash hash;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kCalls; i++) {
      asm volatile("" : : "r"(bytes.data()) : "memory");
      sum += hash.hash(bytes);
    }
    return sum;
  };
}

void compare(const char* algorithm, const std::vector<std::pair<std::string, Repeat>>& entrants,
             std::size_t length) {
  std::vector<std::byte> bytes(length);
  for (std::size_t i = 0; i < length; i++) {
    bytes[i] = static_cast<std::byte>(i * 131 + 7);
  }
  const std::uint64_t expected = entrants.front().second(bytes);
  std::vector<double> least(entrants.size(), std::numeric_limits<double>::max());
  for (int round = 0; round < kRounds; round++) {
    for (std::size_t e = 0; e < entrants.size(); e++) {
      const auto start = std::chrono::steady_clock::now();
      const std::uint64_t sum = entrants[e].second(bytes);
      const std::chrono::duration<double, std::nano> took =
          std::chrono::steady_clock::now() - start;
      if (sum != expected) {
        std::fprintf(stderr, "%s of %zu bytes: %s disagrees\n", algorithm, length,
                     entrants[e].first.c_str());
        std::exit(1);
      }
      least[e] = std::min(least[e], took.count() / kCalls);
    }
  }
  std::printf("%s of %6zu bytes:", algorithm, length);
  for (std::size_t e = 0; e < entrants.size(); e++) {
    std::printf("  %s %.1f ns (%.2f)", entrants[e].first.c_str(), least[e], least[e] / least[0]);
  }
  std::printf("\n");
}

}  // namespace

int main() {
  std::vector<std::pair<std::string, Repeat>> xxh64{{"library", [](const auto& bytes) {
                                                       return tandem_reference_xxh64(
                                                           bytes.data(), bytes.size(), kCalls);
                                                     }}};
  std::vector<std::pair<std::string, Repeat>> xxh3{{"library", [](const auto& bytes) {
                                                      return tandem_reference_xxh3(
                                                          bytes.data(), bytes.size(), kCalls);
                                                    }}};
  for (const char* loops : {"scalar", "sse2", "avx2", "avx512"}) {
    if (useImplementation(loops)) {
      xxh64.emplace_back(loops, ours<Xxh64>(loops));
      xxh3.emplace_back(loops, ours<Xxh3>(loops));
    }
  }
  for (const std::size_t length : {32U, 64U, 256U, 1'152U, 8'192U, 65'536U}) {
    compare("XXH64", xxh64, length);
    compare("XXH3", xxh3, length);
  }
  return 0;
}
