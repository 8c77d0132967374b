#include "input_file.hpp"

#include <cstdio>
#include <fstream>
#include <vector>

#include "../wal/arguments.hpp"

namespace tandem::tool {
namespace {

constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

/** Reads to the end; false if that fails. */
bool readAll(std::FILE* in, std::string& into) {
  std::vector<char> piece(1 << 16);
  while (true) {
    const std::size_t read = std::fread(piece.data(), 1, piece.size(), in);
    into.append(piece.data(), read);
    if (read < piece.size()) {
      return std::ferror(in) == 0;
    }
  }
}

std::string quoted(std::string_view value) {
  constexpr std::size_t kShown = 60;
  std::string shown = "\"";
  for (const char c : value.substr(0, kShown)) {
    shown += static_cast<unsigned char>(c) < ' ' || c == 127 ? '?' : c;
  }
  return shown + (value.size() > kShown ? "\"..." : "\"");
}

}  // namespace

void InputFile::check(const std::string& file) {
  std::error_code ignored;
  if (file == "-") {
    return;
  }
  if (std::filesystem::is_directory(file, ignored)) {
    throw BadInputException(file + ": is a directory, expected a file");
  }
  if (!std::filesystem::exists(file, ignored)) {
    throw BadInputException(file + ": no such file");
  }
}

InputFile InputFile::read(const std::string& file) {
  check(file);
  const bool standard = file == "-";
  InputFile input{standard ? "standard input" : file, ""};
  std::FILE* in = standard ? stdin : std::fopen(file.c_str(), "rb");
  const bool whole = in != nullptr && readAll(in, input.bytes);
  if (in != nullptr && !standard) {
    std::fclose(in);
  }
  if (!whole) {
    throw BadInputException(input.name + ": cannot be read");
  }
  if (input.bytes.starts_with(kZstdMagic)) {
    throw BadInputException(
        input.name +
        ": is zstd-compressed, which tandem-cpp does not read: unpack it with zstd -d, or " +
        (standard ? "zstd -dc FILE" : "zstd -dc " + file) + " | tandem-cpp replay -");
  }
  return input;
}

bool InputFile::isPacked(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string begin(kZstdMagic.size(), '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return in && begin == kZstdMagic;
}

void badInput(const std::string& place, std::string_view what, std::string_view value,
              const std::string& expected) {
  throw BadInputException(place + ": " + std::string(what) + " is " + quoted(value) +
                          ", expected " + expected);
}

}  // namespace tandem::tool
