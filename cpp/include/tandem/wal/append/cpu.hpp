#pragma once

namespace tandem::wal {

/** Tells the CPU that its thread looks for another one's change. */
inline void spinHint() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#endif
}

}  // namespace tandem::wal
