#include <cstring>

#include "kernels.hpp"

namespace tandem::hash {
namespace {

struct Usable {
  const Kernels* all[5] = {};
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

  void add(const Kernels& kernels) { all[count++] = &kernels; }
};

const Usable& found() {
  static const Usable instance;
  return instance;
}

}  // namespace

const Kernels* active = found().all[found().count - 1];

const Kernels* const* usable() { return found().all; }

bool select(const char* name) {
  for (const Kernels* const* candidate = usable(); *candidate != nullptr; candidate++) {
    if (std::strcmp((*candidate)->name, name) == 0) {
      active = *candidate;
      return true;
    }
  }
  return false;
}

}  // namespace tandem::hash
