#pragma once

#include <cstdint>

namespace tandem::pipeline {

/** What the first stage follows: whoever publishes into the ring. */
class Upstream {
 public:
  virtual ~Upstream() = default;
  /**
   * The highest event that may be processed if next is the first one wanted; less if there is
   * nothing yet. For the thread of that stage, which may do some work here to find more.
   */
  virtual std::int64_t available(std::int64_t next) = 0;
};

}  // namespace tandem::pipeline
