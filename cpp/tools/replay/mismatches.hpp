#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::tool {

/** Where a replay differs from what its input says must come of it; the first ones in words. */
class Mismatches {
 public:
  void add(const std::string& place, const std::string& what, const std::string& got,
           const std::string& expected) {
    constexpr std::size_t kKept = 10;
    if (first_.size() < kKept) {
      first_.push_back(place + ": " + what + " is " + got + ", expected " + expected);
    }
    count_++;
  }

  /** How many there are. */
  i64 count() const { return count_; }
  /** The first ones, in the order they were found. */
  const std::vector<std::string>& first() const { return first_; }

 private:
  std::vector<std::string> first_;
  i64 count_ = 0;
};

}  // namespace tandem::tool
