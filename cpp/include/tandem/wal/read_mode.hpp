#pragma once

namespace tandem::wal {

/**
 * How much of a log has to be sound for it to be read. A torn tail is no damage in any mode.
 *
 * Where the file is lost that says which segments there are, STRICT and every opening for writing
 * refuse the log until WalRepair has made it anew; otherwise the segments that are there are read,
 * and WalRecoveryReport::doubt says that others may be missing.
 */
enum class ReadMode {
  /** Every record that is still there is checked; damage to any of them is an error. */
  STRICT,
  /**
   * Segments that lie wholly below the first sequence requested are not read, so damage to them is
   * skipped; damage from there on is an error.
   */
  SKIP_OLDER_SEGMENTS,
  /** As STRICT, and the directory is left as it is. */
  READ_ONLY
};

}  // namespace tandem::wal
