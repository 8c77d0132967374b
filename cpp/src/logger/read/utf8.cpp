#include "tandem/logger/read/utf8.hpp"

#include <string_view>

namespace tandem::logger {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool goesOn(unsigned byte) { return (byte & 0xC0U) == 0x80U; }

/** Whether the second byte cannot follow the first of three. */
bool isWrongThird(unsigned first, unsigned second) {
  return (first == 0xE0 && second < 0xA0) || !goesOn(second);
}

/** Whether the second byte cannot follow the first of four. */
bool isWrongFourth(unsigned first, unsigned second) {
  return first > 0xF4 || (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ||
         !goesOn(second);
}

/** Bytes of what begins with this one, as far as it says itself; 0 if nothing does. */
std::size_t lengthOf(unsigned first) {
  return first < 0x80                    ? 1
         : first >= 0xC2 && first < 0xE0 ? 2
         : first >= 0xE0 && first < 0xF0 ? 3
         : first >= 0xF0 && first < 0xF8 ? 4
                                         : 0;
}

}  // namespace

std::string utf8Of(std::span<const std::byte> bytes) {
  std::string out;
  out.reserve(bytes.size());
  const auto byte = [&bytes](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = lengthOf(byte(at));
    const std::size_t left = bytes.size() - at;
    // How many bytes one replacement stands for; 0 if they are a character.
    std::size_t wrong = 0;
    if (length == 0) {
      wrong = 1;
    } else if (length == 2) {
      wrong = left < 2 || !goesOn(byte(at + 1)) ? 1 : 0;
    } else if (length == 3) {
      if (left < 2 || isWrongThird(byte(at), byte(at + 1))) {
        wrong = 1;
      } else if (left < 3 || !goesOn(byte(at + 2))) {
        wrong = 2;
      } else {
        // Half of a surrogate pair is one wrong character of three bytes.
        wrong = byte(at) == 0xED && byte(at + 1) >= 0xA0 ? 3 : 0;
      }
    } else if (length == 4) {
      if (left < 2 || isWrongFourth(byte(at), byte(at + 1))) {
        wrong = 1;
      } else if (left < 3 || !goesOn(byte(at + 2))) {
        wrong = 2;
      } else {
        wrong = left < 4 || !goesOn(byte(at + 3)) ? 3 : 0;
      }
    }
    if (wrong == 0) {
      const auto* const from = reinterpret_cast<const char*>(bytes.data() + at);
      out.append(from, length);
      at += length;
    } else {
      out.append(kReplacement);
      at += wrong;
    }
  }
  return out;
}

}  // namespace tandem::logger
