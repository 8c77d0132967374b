#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flow.hpp"
#include "input_file.hpp"

namespace tandem::tool {

/** Opens files of commands: tells their format, reads them, and merges several by time. */
class FlowFiles {
 public:
  /**
   * Reads files into one flow. Throws BadInputException if a file cannot be read or is not what it
   * should be, if one is named twice, or if the symbols of two would have one name.
   *
   * @param files at least one; several are one symbol each, merged by time (at equal times in the
   *     order of this list). "-" is the standard input
   * @param format the format of all of them; by default it is told from each file's first bytes
   */
  static Flow read(const std::vector<std::string>& files, std::optional<FlowFormat> format);

  /** The same of one file that was read. */
  static Flow read(const InputFile& file, std::optional<FlowFormat> format);

  /** What a file's symbol is called: its name without the endings that tell how it is packed. */
  static std::string symbolName(const std::string& file);
};

}  // namespace tandem::tool
