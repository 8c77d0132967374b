#include <cstring>

#include "function_set.hpp"

namespace tandem::hash {
namespace {

struct Usable {
  const FunctionSet* all[5] = {};
  int count = 0;

  Usable() {
    add(kScalar);
#if defined(__x86_64__)
    add(kSse2);
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
      add(kAvx2);
      if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
          __builtin_cpu_supports("avx512vl")) {
        add(kAvx512);
      }
    }
#elif defined(__aarch64__)
    add(kNeon);
#endif
  }

  void add(const FunctionSet& functions) { all[count++] = &functions; }
};

const Usable& found() {
  static const Usable instance;
  return instance;
}

}  // namespace

const FunctionSet* active = found().all[found().count - 1];

const FunctionSet* const* usable() { return found().all; }

bool select(const char* name) {
  for (const FunctionSet* const* candidate = usable(); *candidate != nullptr; candidate++) {
    if (std::strcmp((*candidate)->name, name) == 0) {
      active = *candidate;
      return true;
    }
  }
  return false;
}

}  // namespace tandem::hash
