#pragma once

#include <stdexcept>

namespace tandem::state {

/** An image is not that of a kernel's state, or not of one that it could be restored into. */
class InvalidImageException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tandem::state
