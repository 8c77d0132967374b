#pragma once

#include <stdexcept>

namespace tandem::state {

/** An image does not hold a kernel's state, or the state does not fit the kernel to restore. */
class InvalidImageException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tandem::state
