package dev.tandem.wal;

/** What an append does when the writer has fallen so far behind that all buffers are full. */
public enum BackpressurePolicy {
  /** Waits for a buffer. The wait cannot be interrupted, and ends if the log fails or is closed. */
  BLOCK,

  /** Fails at once with {@link WalBacklogException}; nothing is appended. */
  FAIL,

  /** Takes further buffers, up to {@link WalConfig#spillBytes()}, and then waits. */
  SPILL
}
