#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json_object.hpp"
#include "tandem/wal/format/words.hpp"
#include "tandem/wal/wal_exception.hpp"
#include "tandem/wal/wal_report.hpp"

namespace tandem::tool {

/** The exit codes of the process: the same numbers as those of the program in Java. */
struct ExitCode {
  /** Nothing failed, and nothing was found that is wrong. */
  static constexpr int OK = 0;
  /** What was looked at is not what it must be. */
  static constexpr int MISMATCH = 1;
  /** The command line or an input is wrong, or an output cannot be written. */
  static constexpr int BAD_INPUT = 2;
  /** The program failed. */
  static constexpr int FAILED = 3;
};

/** With a comma for each thousand. */
std::string count(std::int64_t value);

/** A number and its noun: "1 symbol", "2 symbols". */
std::string count(std::int64_t value, std::string_view noun);

/** A number with so many digits behind the point, rounded as the program in Java rounds. */
std::string fixed(double value, int digits);

/** A length of time, in ns, in the unit that fits. */
std::string duration(std::int64_t ns);

/** Sixteen hexadecimal digits. */
std::string hex16(std::uint64_t value);

/** ns since 1970 in ISO 8601, with as many threes of digits behind the second as it takes. */
std::string time(std::int64_t ns);

/** Lower-case hexadecimal digits of bytes. */
std::string hexDigits(wal::Bytes bytes);

/** Records and the sequences they span. */
std::string records(std::int64_t records, std::int64_t first, std::int64_t last);

/** Prints a name, padded, and its text. */
void line(std::string_view name, std::string_view text);

/** Prints a text and ends the line. */
void print(std::string_view text);

/** Prints how the log ends, and what is wrong with it. */
void printVerdict(const wal::WalReport& log);

/** The same in JSON, and the sound records behind it. */
void putVerdict(JsonObject& json, const wal::WalReport& log);

}  // namespace tandem::tool
