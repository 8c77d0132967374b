#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sum_line.hpp"

namespace tandem::tool {

/** A file cannot be opened or read; the message is the reason in the system's words. */
class UnreadFile {
 public:
  explicit UnreadFile(int code) : code_(code) {}
  std::string reason() const;
  bool isMissing() const;

 private:
  int code_;
};

/** What is summed, or read as a list: a file, or the standard input. */
struct Input {
  /** What it is called in what is printed. */
  std::string name;
  bool isStandard;

  /** What an argument of a command line means: "-" is the standard input. */
  static Input ofArgument(const std::string& argument);
  /** What a name in a list means: "stdin" is the standard input. */
  static Input ofListed(const std::string& name);
};

/** The bytes of an input, in pieces. Its calls throw UnreadFile. For one thread. */
class InputBytes {
 public:
  explicit InputBytes(const Input& input);
  ~InputBytes();
  InputBytes(const InputBytes&) = delete;
  InputBytes& operator=(const InputBytes&) = delete;

  /** Reads up to so many bytes; 0 at the end. */
  std::size_t read(std::byte* into, std::size_t most);

 private:
  int descriptor_;
  bool owned_;
};

/** The lines of any bytes, each as soon as it has arrived. Throws UnreadFile. */
class Lines {
 public:
  /** Bytes of the longest line that is kept; more than any name takes, escaped. */
  static constexpr std::size_t kLongest = 64 * 1024;

  explicit Lines(const Input& input) : bytes_(input), arrived_(8192) {}

  /**
   * The next line, without its end, or nothing at the end; an empty one in place of one that is too
   * long, for neither is a sum.
   */
  std::optional<std::string> next();

 private:
  bool fill();

  InputBytes bytes_;
  std::vector<std::byte> arrived_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

/** The digest of an input, in hexadecimal. Throws UnreadFile. */
std::string digestOf(Algorithm algorithm, const Input& input);

}  // namespace tandem::tool
