#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::bench {

/** The numbers of java.util.SplittableRandom, so that a seed names the same flow in Java. */
class SplittableRandom {
 public:
  explicit SplittableRandom(u64 seed) : state_(seed) {}

  i32 below(i32 bound) {
    const u32 most = static_cast<u32>(bound) - 1;
    u32 bits = next32();
    if ((static_cast<u32>(bound) & most) == 0) {
      return static_cast<i32>(bits & most);
    }
    u32 drawn = bits >> 1;
    u32 rest = drawn % static_cast<u32>(bound);
    // The last, incomplete run of remainders is drawn again; Java sees it by the sign.
    while ((drawn + most - rest) >> 31 != 0) {
      drawn = next32() >> 1;
      rest = drawn % static_cast<u32>(bound);
    }
    return static_cast<i32>(rest);
  }
  bool boolean() { return next32() >> 31 != 0; }
  double real() { return static_cast<double>(next64() >> 11) * 0x1p-53; }
  i64 below64(i64 bound) {
    const u64 most = static_cast<u64>(bound) - 1;
    const u64 bits = next64();
    if ((static_cast<u64>(bound) & most) == 0) {
      return static_cast<i64>(bits & most);
    }
    u64 drawn = bits >> 1;
    u64 rest = drawn % static_cast<u64>(bound);
    while ((drawn + most - rest) >> 63 != 0) {
      drawn = next64() >> 1;
      rest = drawn % static_cast<u64>(bound);
    }
    return static_cast<i64>(rest);
  }

 private:
  static constexpr u64 kGamma = 0x9E3779B97F4A7C15;

  u64 next64() {
    state_ += kGamma;
    u64 z = (state_ ^ state_ >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  u32 next32() {
    state_ += kGamma;
    const u64 z = (state_ ^ state_ >> 33) * 0x62A9D9ED799705F5;
    return static_cast<u32>((z ^ z >> 28) * 0xCB24D0A5C88C35B3 >> 32);
  }

  u64 state_;
};

}  // namespace tandem::bench
