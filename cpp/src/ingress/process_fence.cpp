#include "tandem/ingress/process_fence.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <stdexcept>

#if defined(__linux__) && __has_include(<linux/membarrier.h>)
#include <linux/membarrier.h>
#endif

namespace tandem::ingress::process_fence {

#if defined(SYS_membarrier) && __has_include(<linux/membarrier.h>)

bool isThere() {
  static const bool registered =
      syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  return registered;
}

void issue() {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0) {
    throw std::runtime_error("membarrier was refused, after it was granted");
  }
}

#else

bool isThere() { return false; }

void issue() { throw std::logic_error("there is no fence of the whole process here"); }

#endif

}  // namespace tandem::ingress::process_fence
