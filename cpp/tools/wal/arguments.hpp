#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "log_moment.hpp"

namespace tandem::tool {

/** The command line is wrong: reported with how to get help, exit code 2. */
class UsageException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/** An input is wrong, or one that only the program in Java reads: exit code 2. */
class BadInputException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/**
 * The path that a word names, as java.nio.file.Path has it: without slashes that say nothing. The
 * empty word is the working directory, "." here.
 */
std::string pathOf(const std::string& word);

/** Refuses what is no log's directory, by BadInputException. */
void checkLogDirectory(const std::filesystem::path& directory);

/** What a command on a log was called with. */
struct Arguments {
  std::filesystem::path directory;
  bool json = false;
  /** Of a dump: the first and the last record, by sequence or by time. */
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
