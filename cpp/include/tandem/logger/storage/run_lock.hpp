#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::logger {

/**
 * Says that a run is alive: a locked file. The lock is one of the open file and not of the process,
 * so another descriptor of the file may be closed; a process that tries for the other kind of lock,
 * as Java's does, sees who holds it.
 */
class RunLock {
 public:
  /**
   * Names a new run, and locks it.
   *
   * Throws wal::IoException.
   */
  static RunLock take(const std::filesystem::path& directory, const std::string& name);

  /** The lock of a run that is over; none if it lives, or was forgotten. */
  static std::optional<RunLock> ofOver(const std::filesystem::path& directory,
                                       const std::string& name, const std::string& run);

  /** Whether a run of any process is over. Takes no lock. */
  static bool isOver(const std::filesystem::path& directory, const std::string& name,
                     const std::string& run);

  const std::string& run() const { return run_; }

  /** Gives the lock up and forgets the run: nothing of it is left to be done. */
  void forget();

  /** Gives the lock up and leaves the file: the next store tidies up after the run. */
  void leave();

  /** Leaves the file locked until the process ends: somebody may still write to the run's files. */
  void keep();

 private:
  RunLock(std::string run, std::filesystem::path file, wal::Descriptor held)
      : run_(std::move(run)), file_(std::move(file)), held_(std::move(held)) {}

  std::string run_;
  std::filesystem::path file_;
  wal::Descriptor held_;
};

}  // namespace tandem::logger
