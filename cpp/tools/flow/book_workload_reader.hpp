#pragma once

#include <cstdint>
#include <string_view>

#include "flow.hpp"
#include "input_file.hpp"

namespace tandem::tool {

/**
 * Reads the binary workload of the public matching-engine benchmark: a 16-byte header (magic,
 * version, count) and 40-byte little-endian records of new, cancel and modify messages.
 */
class BookWorkloadReader {
 public:
  /** The first eight bytes of such a file, as a little-endian number. */
  static constexpr std::uint64_t kMagic = 0x4D4542575F303031;

  /** Whether bytes begin with the magic. */
  static bool isMagic(std::string_view bytes);

  /** Throws BadInputException. */
  static Flow read(const InputFile& file);
};

}  // namespace tandem::tool
