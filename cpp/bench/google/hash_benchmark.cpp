#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

#include "tandem/hash/hashing.hpp"

// One digest of so many bytes, by the loops that this processor uses.

namespace tandem::bench {
namespace {

template <class Kind>
void digest(benchmark::State& run) {
  const Kind kind;
  std::vector<std::byte> bytes(static_cast<std::size_t>(run.range(0)));
  std::size_t turn = 0;
  for (auto _ : run) {
    // No two inputs are the same, so none is hashed before the clock starts.
    bytes[0] = static_cast<std::byte>(turn++);
    benchmark::DoNotOptimize(kind.hash(bytes));
  }
  run.SetBytesProcessed(static_cast<std::int64_t>(run.iterations()) * run.range(0));
}

BENCHMARK(digest<hash::Xxh3>)->Name("xxh3")->Arg(8)->Arg(64)->Arg(256)->Arg(1'152)->Arg(8'192);
BENCHMARK(digest<hash::Xxh64>)->Name("xxh64")->Arg(8)->Arg(64)->Arg(256)->Arg(1'152)->Arg(8'192);

}  // namespace
}  // namespace tandem::bench

BENCHMARK_MAIN();
