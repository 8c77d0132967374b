#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tandem::tool {

/** What a file can be summed with; the names are those of xxHash's own program. */
enum class Algorithm { XXH64, XXH3, XXH128 };

const char* nameOf(Algorithm algorithm);
/** The algorithm of a name in upper or lower case; nothing if it is none. */
std::optional<Algorithm> algorithmOf(std::string_view name);

/**
 * One line of a list of sums: a digest and the name of a file, which may hold any bytes.
 *
 * Read are the lines of every version of xxHash's own program; written are those that every version
 * reads, except for names with a backslash or an end of line: these are escaped.
 */
struct SumLine {
  /** Nothing if it is XXH32, which is not offered. */
  std::optional<Algorithm> algorithm;
  /** In hexadecimal, lower case, highest digit first. */
  std::string digest;
  std::string name;

  /**
   * Takes a line apart; nothing if it is no sum.
   *
   * @param littleEndian the order of digests that have no tag to tell it
   */
  static std::optional<SumLine> parse(const std::string& line, bool littleEndian);

  /** The line of an algorithm that is offered, without its end. */
  std::string text(bool tag, bool littleEndian) const;

  /** A name as it is shown at the start of a line. */
  static std::string shown(const std::string& name);

  /** The same for messages, without control characters, which could make a terminal lie. */
  static std::string told(const std::string& name);
};

}  // namespace tandem::tool
