#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tandem/logger/log_record.hpp"

namespace tandem::logger {

/**
 * Reads plain log files that are being written, record by record as they come; those of a run in
 * the order of their places. A record under way is waited for, so that those behind it keep their
 * place, also those in the next file; a record that does not come within the patience given is
 * reported as a hole, and so is every record that a run left unfinished at its end. For one thread.
 */
class LogFollower {
 public:
  using Records = std::function<void(const LogRecord&)>;
  using Failures = std::function<void(const std::string&)>;

  /**
   * @param paths files, or directories, of which new files are followed too
   * @param patience how long a record under way is waited for, while its run lives; one at the end
   *     of an open file as long as that
   */
  LogFollower(std::vector<std::string> paths, std::chrono::nanoseconds patience);
  ~LogFollower();

  /**
   * Hands on what has come since the last call.
   *
   * @param failures gets holes, damage and missing segments, once each
   * Throws as LogReader does.
   */
  void poll(const Records& records, const Failures& failures);

 private:
  class Run;
  class Progress;

  const std::vector<std::string> paths_;
  const std::chrono::nanoseconds patience_;
  std::map<std::string, std::unique_ptr<Run>> runs_;
};

}  // namespace tandem::logger
