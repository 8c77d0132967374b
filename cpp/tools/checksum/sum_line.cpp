#include "sum_line.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

namespace tandem::tool {
namespace {

constexpr std::string_view kLittleEndian = "_LE";
constexpr std::string_view kXxh3 = "XXH3_";
constexpr std::size_t kDigits32 = 8;
constexpr std::array<const char*, 3> kNames = {"XXH64", "XXH3", "XXH128"};

std::size_t digitsOf(Algorithm algorithm) { return algorithm == Algorithm::XXH128 ? 32 : 16; }

bool isHex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

bool isWord(char c) { return c == '_' || (c > 0 && std::isalnum(c) != 0); }

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/** The bytes of a digest the other way round. */
std::string reversed(const std::string& digest) {
  std::string all;
  for (std::size_t i = digest.size(); i >= 2; i -= 2) {
    all += digest.substr(i - 2, 2);
  }
  return all;
}

std::optional<SumLine> sumOf(std::string_view tag, std::string digest, bool isReversed,
                             std::string name) {
  std::optional<Algorithm> algorithm;
  if (tag == "XXH64") {
    algorithm = Algorithm::XXH64;
  } else if (tag == "XXH3" || tag == "XXH3_64") {
    algorithm = Algorithm::XXH3;
  } else if (tag == "XXH128" || tag == "XXH3_128") {
    algorithm = Algorithm::XXH128;
  } else if (tag != "XXH32") {
    return std::nullopt;
  }
  if (digest.size() != (algorithm ? digitsOf(*algorithm) : kDigits32)) {
    return std::nullopt;
  }
  std::transform(digest.begin(), digest.end(), digest.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return SumLine{algorithm, isReversed ? reversed(digest) : digest, std::move(name)};
}

/** "digest  name", of XXH3 with its tag in front; matched tells whether the line has this form. */
std::optional<SumLine> plain(std::string_view line, bool littleEndian, bool& matched) {
  const bool tagged = line.starts_with(kXxh3);
  const std::string_view rest = tagged ? line.substr(kXxh3.size()) : line;
  const auto digits =
      static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), isHex) - rest.begin());
  matched =
      digits > 0 && rest.size() >= digits + 2 && rest[digits] == ' ' && rest[digits + 1] != '(';
  if (!matched) {
    return std::nullopt;
  }
  // The sign of the mode, whatever character it is.
  std::size_t name = digits + 2;
  if (static_cast<unsigned char>(rest[digits + 1]) >= 0xc0) {
    while (name < rest.size() && isContinuation(rest[name])) {
      name++;
    }
  }
  const char* tag = tagged                ? "XXH3"
                    : digits == kDigits32 ? "XXH32"
                    : digits == 16        ? "XXH64"
                                          : "XXH128";
  return sumOf(tag, std::string(rest.substr(0, digits)), littleEndian,
               std::string(rest.substr(name)));
}

/** "TAG (name) = digest". */
std::optional<SumLine> tagged(std::string_view line) {
  const auto word =
      static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), isWord) - line.begin());
  const std::size_t end = line.rfind(") = ");
  if (word == 0 || line.substr(word, 2) != " (" || end == std::string_view::npos ||
      end < word + 2) {
    return std::nullopt;
  }
  const std::string_view digest = line.substr(end + 4);
  if (digest.empty() || !std::all_of(digest.begin(), digest.end(), isHex)) {
    return std::nullopt;
  }
  std::string_view tag = line.substr(0, word);
  const bool isReversed = tag.ends_with(kLittleEndian);
  if (isReversed) {
    tag.remove_suffix(kLittleEndian.size());
  }
  return sumOf(tag, std::string(digest), isReversed,
               std::string(line.substr(word + 2, end - word - 2)));
}

std::optional<SumLine> unescaped(SumLine sum) {
  std::string name;
  for (std::size_t i = 0; i < sum.name.size(); i++) {
    if (sum.name[i] != '\\') {
      name += sum.name[i];
      continue;
    }
    switch (++i < sum.name.size() ? sum.name[i] : '\0') {
      case '\\':
        name += '\\';
        break;
      case 'n':
        name += '\n';
        break;
      case 'r':
        name += '\r';
        break;
      default:
        return std::nullopt;
    }
  }
  sum.name = std::move(name);
  return sum;
}

bool needsEscape(const std::string& name) {
  return name.find_first_of("\\\n\r") != std::string::npos;
}

std::string escape(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '\\' || c == '\n' || c == '\r') {
      text += '\\';
    }
    text += c == '\n' ? 'n' : c == '\r' ? 'r' : c;
  }
  return text;
}

}  // namespace

const char* nameOf(Algorithm algorithm) { return kNames[static_cast<std::size_t>(algorithm)]; }

std::optional<Algorithm> algorithmOf(std::string_view name) {
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const auto found = std::find(kNames.begin(), kNames.end(), upper);
  return found == kNames.end() ? std::nullopt
                               : std::optional(static_cast<Algorithm>(found - kNames.begin()));
}

std::optional<SumLine> SumLine::parse(const std::string& line, bool littleEndian) {
  const bool escaped = line.starts_with('\\');
  const std::string_view rest = std::string_view(line).substr(escaped ? 1 : 0);
  bool isPlain = false;
  std::optional<SumLine> read = plain(rest, littleEndian, isPlain);
  if (!isPlain) {
    read = tagged(rest);
  }
  return escaped && read ? unescaped(std::move(*read)) : read;
}

std::string SumLine::text(bool tag, bool littleEndian) const {
  const std::string start = needsEscape(name) ? "\\" : "";
  const std::string digits = littleEndian ? reversed(digest) : digest;
  // Without its tag, XXH3 could not be told from XXH64.
  if (tag || algorithm == Algorithm::XXH3) {
    return start + nameOf(*algorithm) + (littleEndian ? std::string(kLittleEndian) : "") + " (" +
           escape(name) + ") = " + digits;
  }
  return start + digits + "  " + escape(name);
}

std::string SumLine::shown(const std::string& name) {
  std::string text = escape(name);
  if (needsEscape(name)) {
    text.insert(text.begin(), '\\');
  }
  return text;
}

std::string SumLine::told(const std::string& name) {
  const std::string text = shown(name);
  std::string told;
  for (std::size_t i = 0; i < text.size(); i++) {
    auto c = static_cast<unsigned char>(text[i]);
    bool control = c < 0x20 || c == 0x7f;
    if (c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
        static_cast<unsigned char>(text[i + 1]) < 0xa0) {
      // U+0080 to U+009F are controls, too.
      control = true;
      c = static_cast<unsigned char>(text[++i]);
    }
    if (control) {
      char code[8];
      std::snprintf(code, sizeof code, "\\x%02x", c);
      told += code;
    } else {
      told += static_cast<char>(c);
    }
  }
  return told;
}

}  // namespace tandem::tool
