#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tandem::tool {

/** SHA-256 (FIPS 180-4) of bytes that come piece by piece. For one thread. */
class Sha256 {
 public:
  void update(std::string_view bytes);

  /** The digest in hexadecimal digits, of all bytes until now; no more can follow. */
  std::string hex();

 private:
  static constexpr std::size_t kBlockBytes = 64;

  void compress(const char* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  /** The beginning of a block. */
  std::array<char, kBlockBytes> rest_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace tandem::tool
