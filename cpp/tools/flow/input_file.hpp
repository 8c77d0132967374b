#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tandem::tool {

/**
 * A file that was read whole. Compressed ones are refused, told by their first bytes and not by
 * their name. Every failure to read is a BadInputException that names the file.
 */
struct InputFile {
  /** What messages call it. */
  std::string name;
  std::string bytes;

  /** Reads a file; "-" is the standard input. */
  static InputFile read(const std::string& file);

  /** Refuses a file that is missing or a directory, before it is read. */
  static void check(const std::string& file);

  /** Whether a file begins as what zstd writes; false for one that cannot be read. */
  static bool isPacked(const std::filesystem::path& file);
};

/**
 * Refuses a value that is not what was expected: "PLACE: WHAT is "VALUE", expected EXPECTED", by
 * BadInputException.
 *
 * @param place file:line
 */
[[noreturn]] void badInput(const std::string& place, std::string_view what, std::string_view value,
                           const std::string& expected);

}  // namespace tandem::tool
