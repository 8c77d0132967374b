#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tandem::logger {

/**
 * Names of log files: NAME-RUN-NUMBER.tlog, with ".zst" behind it when it is compressed, and
 * whatever a sealing puts behind it. A run is named by its start, its process and its place among
 * those that began together, so names sort by time.
 */
class FileNames {
 public:
  static constexpr std::string_view SUFFIX = ".tlog";
  static constexpr std::string_view COMPRESSED = ".zst";
  static constexpr std::string_view PART = ".part";
  static constexpr std::string_view LOCK = ".lock";

  /** The parts of a log file's name. */
  struct Parts {
    std::string name;
    std::string run;
    std::int64_t number;
    /** Behind the suffix; empty of a plain file. */
    std::string ending;
  };

  /**
   * @param startNs since 1970
   */
  static std::string run(std::int64_t startNs, std::int64_t pid, int among);

  static std::string segment(std::string_view name, std::string_view run, std::int64_t number);

  static std::string lock(std::string_view name, std::string_view run);

  /** The run of a lock of stores of this name; none if this is no such lock. */
  static std::optional<std::string> runOfLock(std::string_view name, std::string_view file);

  /** None if this is no name of a log file. */
  static std::optional<Parts> parse(std::string_view file);
};

}  // namespace tandem::logger
