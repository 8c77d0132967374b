#pragma once

#include <bit>
#include <cstdint>

namespace tandem::logger {

/** Types of deferred arguments; four bits each in a descriptor's signature, the first lowest. */
struct ArgumentType {
  static constexpr int NONE = 0;
  static constexpr int LONG = 1;
  static constexpr int INT = 2;
  static constexpr int DOUBLE = 3;
  static constexpr int BOOLEAN = 4;
  static constexpr int CHAR = 5;
  static constexpr int STRING = 6;
  /** NULL is a macro. */
  static constexpr int NULL_VALUE = 7;
  static constexpr int FLOAT = 8;
  static constexpr int SHORT = 9;
  static constexpr int BYTE = 10;

  /** A signature has no room for more. */
  static constexpr int MOST = 15;

  static constexpr int at(std::uint64_t signature, int index) {
    return static_cast<int>(signature >> (4 * index)) & 15;
  }

  static constexpr int count(std::uint64_t signature) {
    return (67 - std::countl_zero(signature)) / 4;
  }
};

}  // namespace tandem::logger
