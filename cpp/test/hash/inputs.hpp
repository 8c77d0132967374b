#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tandem/hash/hashing.hpp"

namespace tandem::hash::test {

/** The bytes of xxHash's own sanity check. */
inline std::vector<std::byte> sanity(std::size_t length) {
  std::vector<std::byte> bytes(length);
  std::uint64_t generator = 2654435761;
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(generator >> 56);
    generator *= 0x9E3779B185EBCA8D;
  }
  return bytes;
}

/** Byte i is i * 131 + 7. */
inline std::vector<std::byte> ramp(std::size_t length) {
  std::vector<std::byte> bytes(length);
  for (std::size_t i = 0; i < length; i++) {
    bytes[i] = static_cast<std::byte>(i * 131 + 7);
  }
  return bytes;
}

/** Runs a check once with each set of loops that this processor has. */
template <class Check>
void withEveryImplementation(Check check) {
  const std::string before(implementation());
  for (const std::string_view name : implementations()) {
    ASSERT_TRUE(useImplementation(name));
    SCOPED_TRACE(name);
    check();
  }
  useImplementation(before);
}

}  // namespace tandem::hash::test
