#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tandem/snapshot/snapshot_disk.hpp"
#include "tandem/snapshot/snapshot_info.hpp"
#include "tandem/state/state_image.hpp"

namespace tandem::snapshot {

/**
 * The snapshots of a kernel in one directory, each in a directory of its own, named by the sequence
 * in the log of the last command that it includes.
 *
 * A snapshot is written under a temporary name, synced, renamed, and the directory synced: it is
 * there as a whole or not at all, whenever the machine stops. What an unfinished one leaves is
 * removed by open(). Nothing but that, deleteAllBut() and the replacement of a damaged snapshot
 * ever touches an existing one.
 *
 * For one thread at a time. Only one process at a time may write: the log's lock stands for it. All
 * throw SnapshotException or wal::IoException.
 */
class Snapshots {
 public:
  /** A snapshot that was loaded. */
  struct Loaded {
    SnapshotInfo info;
    state::StateImage image;
  };

  /** Gets a snapshot that cannot be used, and why. */
  using Damaged =
      std::function<void(const std::filesystem::path& directory, const std::string& reason)>;

  /**
   * Opens a directory for reading and writing, makes it if it is not there, and removes what
   * unfinished snapshots have left in it. The disk outlives this.
   */
  static Snapshots open(const std::filesystem::path& directory,
                        SnapshotDisk& disk = SnapshotDisk::system());

  /** Opens a directory only to look at it: nothing in it is changed. */
  static Snapshots openReadOnly(const std::filesystem::path& directory);

  /**
   * Writes an image, durably. For a thread that is none of the kernel's. A sound snapshot of the
   * same place is left as it is; a damaged one, or one of another log, is replaced. Where it
   * throws, the snapshot is not durable, as on a full disk; all others are as they were.
   */
  SnapshotInfo write(const state::StateImage& image, const LogPosition& position);

  /** The directories of all snapshots, sound or not, by rising sequence. */
  std::vector<std::filesystem::path> directories() const;

  /** The snapshots whose headers are sound, by rising sequence. */
  std::vector<SnapshotInfo> list(const Damaged& damaged) const;

  /**
   * Checks everything: the checksums, the hashes, and that the state can be restored and then gives
   * the same image again, byte for byte.
   */
  SnapshotInfo verify(const std::filesystem::path& snapshot) const;

  /**
   * The newest snapshot whose checksums and hashes are right, and that includes no record behind a
   * sequence, loaded; nothing if there is none.
   *
   * @param skipped gets each newer one that is damaged
   */
  std::optional<Loaded> latestValid(const Damaged& skipped,
                                    i64 logSequence = std::numeric_limits<i64>::max()) const;

  /** Deletes all snapshots but the newest ones; how many. A damaged one counts as one. */
  std::size_t deleteAllBut(std::size_t newest);

 private:
  Snapshots(std::filesystem::path directory, SnapshotDisk& disk)
      : directory_(std::move(directory)), disk_(&disk) {}

  SnapshotInfo writeTo(const std::filesystem::path& temporary, const std::filesystem::path& target,
                       const state::StateImage& image, const LogPosition& position);
  /** The snapshot of this place, if it is there, whole, and of the same log. */
  std::optional<SnapshotInfo> sameAt(const std::filesystem::path& target,
                                     const LogPosition& position) const;
  std::vector<std::filesystem::path> entries(bool temporary) const;
  void remove(const std::filesystem::path& snapshot);

  std::filesystem::path directory_;
  SnapshotDisk* disk_;
};

}  // namespace tandem::snapshot
