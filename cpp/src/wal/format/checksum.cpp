#include "tandem/wal/format/checksum.hpp"

#include <array>

#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__aarch64__)
#include <arm_acle.h>
#include <sys/auxv.h>
#endif

namespace tandem::wal {
namespace {

using Update = std::uint32_t (*)(std::uint32_t state, const std::byte* at, std::size_t count);

constexpr std::uint32_t kReflected = 0x82F63B78U;
constexpr std::size_t kTables = 8;

using Tables = std::array<std::array<std::uint32_t, 256>, kTables>;

constexpr Tables makeTables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; byte++) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; bit++) {
      sum = (sum >> 1) ^ ((sum & 1) != 0 ? kReflected : 0);
    }
    tables[0][byte] = sum;
  }
  for (std::size_t table = 1; table < kTables; table++) {
    for (std::size_t byte = 0; byte < 256; byte++) {
      const std::uint32_t before = tables[table - 1][byte];
      tables[table][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr Tables kTable = makeTables();

std::uint32_t byTables(std::uint32_t state, const std::byte* at, std::size_t count) {
  while (count >= 8) {
    const auto word = numberAt<std::uint64_t>(at) ^ state;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < 8; i++) {
      sum ^= kTable[7 - i][(word >> (8 * i)) & 0xFF];
    }
    state = sum;
    at += 8;
    count -= 8;
  }
  for (; count > 0; count--) {
    state = (state >> 8) ^ kTable[0][(state ^ std::to_integer<std::uint32_t>(*at++)) & 0xFF];
  }
  return state;
}

#if defined(__x86_64__)

/** Bytes of one of three lanes: the instruction takes three cycles, but one may begin in each. */
constexpr std::size_t kLane = 128;
constexpr std::size_t kLaneWords = kLane / 8;

/** What a state becomes by the zeros of a lane, from each of its bytes: the sum is linear. */
class PastLane {
 public:
  PastLane() {
    constexpr std::array<std::byte, kLane> kZeros{};
    for (std::size_t i = 0; i < bytes_.size(); i++) {
      for (std::uint32_t value = 0; value < 256; value++) {
        bytes_[i][value] = byTables(value << (8 * i), kZeros.data(), kLane);
      }
    }
  }

  std::uint32_t operator()(std::uint32_t state) const {
    return bytes_[0][state & 0xFF] ^ bytes_[1][(state >> 8) & 0xFF] ^
           bytes_[2][(state >> 16) & 0xFF] ^ bytes_[3][state >> 24];
  }

 private:
  std::array<std::array<std::uint32_t, 256>, 4> bytes_{};
};

__attribute__((target("sse4.2"))) std::uint32_t byInstruction(std::uint32_t state,
                                                              const std::byte* at,
                                                              std::size_t count) {
  std::uint64_t sum = state;
  if (count >= 3 * kLane) {
    static const PastLane pastLane;
    for (; count >= 3 * kLane; count -= 3 * kLane, at += 3 * kLane) {
      std::uint64_t second = 0;
      std::uint64_t third = 0;
      for (std::size_t i = 0; i < kLaneWords; i++) {
        sum = _mm_crc32_u64(sum, numberAt<std::uint64_t>(at + 8 * i));
        second = _mm_crc32_u64(second, numberAt<std::uint64_t>(at + kLane + 8 * i));
        third = _mm_crc32_u64(third, numberAt<std::uint64_t>(at + 2 * kLane + 8 * i));
      }
      const auto firstTwo = pastLane(static_cast<std::uint32_t>(sum)) ^ second;
      sum = pastLane(static_cast<std::uint32_t>(firstTwo)) ^ third;
    }
  }
  for (; count >= 8; count -= 8, at += 8) {
    sum = _mm_crc32_u64(sum, numberAt<std::uint64_t>(at));
  }
  auto rest = static_cast<std::uint32_t>(sum);
  for (; count > 0; count--) {
    rest = _mm_crc32_u8(rest, std::to_integer<unsigned char>(*at++));
  }
  return rest;
}

Update fastest() { return __builtin_cpu_supports("sse4.2") ? byInstruction : byTables; }

#elif defined(__aarch64__)

__attribute__((target("+crc"))) std::uint32_t byInstruction(std::uint32_t state,
                                                            const std::byte* at,
                                                            std::size_t count) {
  for (; count >= 8; count -= 8, at += 8) {
    state = __crc32cd(state, numberAt<std::uint64_t>(at));
  }
  for (; count > 0; count--) {
    state = __crc32cb(state, std::to_integer<std::uint8_t>(*at++));
  }
  return state;
}

// Of asm/hwcap.h, which not every cross-compiler's root has.
constexpr unsigned long kHasCrc = 1UL << 7;

Update fastest() { return (getauxval(AT_HWCAP) & kHasCrc) != 0 ? byInstruction : byTables; }

#else

Update fastest() { return byTables; }

#endif

}  // namespace

void Checksum::add(Bytes bytes) {
  static const Update update = fastest();
  state_ = update(state_, bytes.data(), bytes.size());
}

std::uint32_t Checksum::ofByTables(Bytes bytes) {
  return ~byTables(~0U, bytes.data(), bytes.size());
}

}  // namespace tandem::wal
