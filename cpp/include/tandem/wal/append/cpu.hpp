#pragma once

namespace tandem::wal {

/** Hints to the CPU that its thread waits for another thread's change. */
inline void spinHint() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#endif
}

}  // namespace tandem::wal
