// Hashes some bytes some times with certain loops: a program to count instructions of.
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "tandem/hash/hashing.hpp"

int main(int argc, char** argv) {
  using namespace tandem::hash;
  if (argc != 5 || !useImplementation(argv[1])) {
    std::fprintf(stderr, "usage: %s LOOPS xxh64|xxh3|entry BYTES CALLS\n", argv[0]);
    return 2;
  }
  std::vector<std::byte> bytes(std::strtoul(argv[3], nullptr, 10));
  for (std::size_t i = 0; i < bytes.size(); i++) {
    bytes[i] = static_cast<std::byte>(i * 131 + 7);
  }
  const std::string_view what(argv[2]);
  const Xxh64 xxh64;
  const Xxh3 xxh3;
  std::uint64_t sum = 0;
  for (unsigned long calls = std::strtoul(argv[4], nullptr, 10); calls > 0; calls--) {
    sum += what == "xxh64"  ? xxh64.hash(bytes)
           : what == "xxh3" ? xxh3.hash(bytes)
                            : xxh3.hash(bytes, SectorLayout::t10());
  }
  std::printf("%016lx\n", static_cast<unsigned long>(sum));
  return 0;
}
