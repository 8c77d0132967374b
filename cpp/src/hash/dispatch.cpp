#include <array>
#include <cstring>

#include "function_set.hpp"

namespace tandem::hash {
namespace {

/** The loops that this library has for a kind of processor, and whether this one can run them. */
struct Candidate {
  const FunctionSet* functions;
  bool (*isUsable)();
};

#if defined(__x86_64__)
bool hasAvx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"); }

bool hasAvx512() {
  return hasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

/** Best last. */
constexpr std::array kCandidates = {
    Candidate{&kScalar, [] { return true; }},
#if defined(__x86_64__)
    Candidate{&kSse2, [] { return true; }},
    Candidate{&kAvx2, hasAvx2},
    Candidate{&kAvx512, hasAvx512},
#elif defined(__aarch64__)
    Candidate{&kNeon, [] { return true; }},
#endif
};

struct Usable {
  std::array<const FunctionSet*, kCandidates.size()> all{};
  std::size_t count = 0;

  Usable() {
#if defined(__x86_64__)
    __builtin_cpu_init();
#endif
    for (const Candidate& candidate : kCandidates) {
      if (candidate.isUsable()) {
        all[count++] = candidate.functions;
      }
    }
  }
};

}  // namespace

// There before any code runs: what hashes while the program's own statics are made finds the scalar
// loops, which every processor has, until the best ones are known.
constinit ActiveFunctions active;

std::span<const FunctionSet* const> usable() {
  static const Usable found;
  return {found.all.data(), found.count};
}

namespace {

[[maybe_unused]] const bool kBestIsActive = (active.begin(*usable().back()), true);

}  // namespace

bool select(const char* name) {
  for (const FunctionSet* candidate : usable()) {
    if (std::strcmp(candidate->name, name) == 0) {
      active.use(*candidate);
      return true;
    }
  }
  return false;
}

}  // namespace tandem::hash
