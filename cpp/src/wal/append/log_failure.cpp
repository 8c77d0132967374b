#include "tandem/wal/append/log_failure.hpp"

namespace tandem::wal {

bool LogFailure::fail(const std::string& cause) {
  const std::lock_guard guard(mutex_);
  if (kept_ != nullptr) {
    return false;
  }
  kept_ = std::make_unique<const std::string>(cause);
  cause_.store(kept_.get());
  return true;
}

}  // namespace tandem::wal
