#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tandem/logger/log_metrics.hpp"
#include "tandem/logger/log_store_config.hpp"
#include "tandem/logger/log_writer.hpp"

namespace tandem::logger {

/**
 * A directory of plain log files and the writers to it, as the program in Java writes and reads
 * them. Several stores, of one or of several processes and of both languages, may share a
 * directory: each has files of its own.
 *
 *   LogStore store("/var/log/exchange");
 *   LogWriter& log = store.writer("exchange.matching");
 *   log.log(LogLevel::kInfo, "order {} filled at {}", order, price);
 *
 * A record that a call has returned for survives the death of the process at any moment; it
 * survives the death of the machine after flush, or as SyncPolicy says. Any thread may call, but
 * for the destructor: no call may be under way or follow, of a writer either.
 *
 * Two threads work for a store: one makes segments ahead of their use, one closes them by time,
 * ends those that are full, forces, and deletes what RetentionPolicy does not keep. A call waits
 * for them only when it needs a segment and none is ready, and never longer than
 * LogStoreConfig::blockBound.
 */
class LogStore {
 public:
  /**
   * Opens a store for a new run, and tidies up what runs that have crashed left behind: what they
   * never used is deleted, the rest cut to what was claimed. The directory is created if it does
   * not exist.
   *
   * Throws LogException if there is no room for the first segment, or it cannot be made;
   * wal::IoException or std::filesystem::filesystem_error if the directory cannot be read or
   * written; std::invalid_argument if the configuration is out of its bounds.
   */
  explicit LogStore(const std::filesystem::path& directory, const LogStoreConfig& config = {});

  /** Closes, and does not report that there was no memory for a part of it. */
  ~LogStore();
  LogStore(const LogStore&) = delete;
  LogStore& operator=(const LogStore&) = delete;

  /** The writer of this name, always the same one; it lives as long as the store. */
  LogWriter& writer(std::string_view loggerName);

  const std::filesystem::path& directory() const;

  /** Name of this run, a part of its file names. */
  const std::string& run() const;

  /**
   * Makes all records whose calls have returned survive the machine. Throws LogException if a file
   * cannot be forced; records are then as safe as without this call. The system may have lost what
   * that file was given until then, and does not report it again: so every call throws until the
   * segment is closed (rotate) and done with. After the close it does nothing.
   */
  void flush();

  /** Closes the file in use and begins the next one. */
  void rotate();

  /** Whether as many segments are ready for use as the configuration wants. */
  bool isAhead() const;

  LogMetrics metrics();

  /** Records dropped at any level, also after the close. */
  std::int64_t dropped() const;

  /**
   * Closes the files of this run, and forces them if the SyncPolicy forces at all. Records of later
   * calls are dropped and counted. Waits for calls under way; what one may still write to is left
   * to the first store after this process. A second call does nothing. Not from the listener of
   * failures.
   *
   * Throws std::bad_alloc where there is no memory to report drops; it is closed all the same.
   */
  void close();

 private:
  friend class LogWriter;

  struct Parts;

  /** ns since 1970. */
  static std::int64_t nanos();

  /** What this thread keeps; null where its thread locals are gone. Allocates at first. */
  ThreadContext* context();
  bool append(DefinedName& logger, ThreadContext& context, LogLevel level, Descriptor* descriptor);
  void drop(LogLevel level) noexcept;
  void reportDrops();

  std::unique_ptr<Parts> parts_;
};

}  // namespace tandem::logger
