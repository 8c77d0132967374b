#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tandem::tool {

/** The command line is wrong: told with how to get help, exit code 2. */
class UsageException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/** An input is wrong, or an option is one that only the program in Java has: exit code 2. */
class BadInputException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/** A place in a log: a sequence or a time. */
struct LogMoment {
  /** -1 if it is a time. */
  std::int64_t sequence;
  /** ns since 1970; 0 if it is a sequence. */
  std::int64_t timeNs;

  bool isTime() const { return sequence < 0; }

  /** Reads "1234" or "2026-11-21T12:00:00Z", with up to nine digits behind the second. */
  static LogMoment parse(const std::string& text);
};

/** Refuses what is no log's directory, by BadInputException. */
void checkLogDirectory(const std::filesystem::path& directory);

/** What a command on a log was called with. */
struct Arguments {
  std::filesystem::path directory;
  bool help = false;
  bool json = false;
  bool raw = false;
  std::optional<LogMoment> from;
  std::optional<LogMoment> to;
  std::int64_t count = std::numeric_limits<std::int64_t>::max();
  std::int64_t bytes = 64;

  /**
   * Reads the words behind the command.
   *
   * @param isDump whether the options of a dump are taken
   * Throws UsageException.
   */
  static Arguments parse(std::span<const std::string> words, bool isDump);

  /** Refuses what is no log's directory, by BadInputException. */
  void checkDirectory() const;
};

}  // namespace tandem::tool
