#pragma once

namespace tandem::ingress::process_fence {

/** Whether this system has such a fence; the first call registers for it. Any thread may call. */
bool isThere();

/**
 * A full fence in every thread of this process at once: what another thread stored before is seen
 * behind this call, and what it loads after, it loads behind this call. A system call of some
 * microseconds (membarrier(2)), only where isThere().
 */
void issue();

}  // namespace tandem::ingress::process_fence
