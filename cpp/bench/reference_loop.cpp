// The xxHash library, compiled for this processor, called in a loop: what a native caller pays.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstddef>
#include <cstdint>

#define TANDEM_REFERENCE_API extern "C" __attribute__((visibility("default")))

namespace {

/** The compiler must take the input as changed, or it hashes once. */
void changed(const void* in) { asm volatile("" : : "r"(in) : "memory"); }

template <class Hash>
std::uint64_t repeat(const void* in, std::size_t calls, Hash hash) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < calls; i++) {
    changed(in);
    sum += hash();
  }
  return sum;
}

}  // namespace

TANDEM_REFERENCE_API std::uint64_t tandem_reference_xxh64(const void* in, std::size_t length,
                                                          std::size_t calls) {
  return repeat(in, calls, [=] { return XXH64(in, length, 0); });
}

TANDEM_REFERENCE_API std::uint64_t tandem_reference_xxh3(const void* in, std::size_t length,
                                                         std::size_t calls) {
  return repeat(in, calls, [=] { return XXH3_64bits(in, length); });
}

/** Sixteen sectors of 520 bytes, of which 512 are hashed, by the library's stream. */
TANDEM_REFERENCE_API std::uint64_t tandem_reference_entry_xxh64(const void* in, std::size_t length,
                                                                std::size_t calls) {
  return repeat(in, calls, [=] {
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    for (std::size_t at = 0; at + 520 <= length; at += 520) {
      XXH64_update(&state, static_cast<const char*>(in) + at, 512);
    }
    return XXH64_digest(&state);
  });
}

TANDEM_REFERENCE_API std::uint64_t tandem_reference_entry_xxh3(const void* in, std::size_t length,
                                                               std::size_t calls) {
  return repeat(in, calls, [=] {
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    for (std::size_t at = 0; at + 520 <= length; at += 520) {
      XXH3_64bits_update(&state, static_cast<const char*>(in) + at, 512);
    }
    return XXH3_64bits_digest(&state);
  });
}
