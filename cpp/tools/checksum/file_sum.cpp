#include "file_sum.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>

#include "tandem/hash/xxh3.hpp"
#include "tandem/hash/xxh64.hpp"

namespace tandem::tool {
namespace {

constexpr std::size_t kPiece = 1 << 18;

std::string hexOf(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

template <typename Stream>
void sum(Stream& stream, const Input& input) {
  InputBytes bytes(input);
  std::vector<std::byte> piece(kPiece);
  while (const std::size_t read = bytes.read(piece.data(), piece.size())) {
    stream.update(std::span(piece).first(read));
  }
}

}  // namespace

std::string UnreadFile::reason() const { return std::strerror(code_); }

bool UnreadFile::isMissing() const { return code_ == ENOENT; }

Input Input::ofArgument(const std::string& argument) {
  return argument == "-" ? Input{"stdin", true} : Input{argument, false};
}

Input Input::ofListed(const std::string& name) { return {name, name == "stdin"}; }

InputBytes::InputBytes(const Input& input)
    : descriptor_(input.isStandard ? STDIN_FILENO
                                   : ::open(input.name.c_str(), O_RDONLY | O_CLOEXEC)),
      owned_(!input.isStandard) {
  if (descriptor_ < 0) {
    throw UnreadFile(errno);
  }
}

InputBytes::~InputBytes() {
  if (owned_) {
    ::close(descriptor_);
  }
}

std::size_t InputBytes::read(std::byte* into, std::size_t most) {
  while (true) {
    const ssize_t read = ::read(descriptor_, into, most);
    if (read >= 0) {
      return static_cast<std::size_t>(read);
    }
    if (errno != EINTR) {
      throw UnreadFile(errno);
    }
  }
}

bool Lines::fill() {
  if (at_ == end_) {
    at_ = 0;
    end_ = bytes_.read(arrived_.data(), arrived_.size());
  }
  return at_ < end_;
}

std::optional<std::string> Lines::next() {
  std::string line;
  bool any = false;
  bool tooLong = false;
  while (fill()) {
    any = true;
    const auto c = static_cast<char>(arrived_[at_++]);
    if (c == '\n') {
      return tooLong ? std::string() : line;
    }
    tooLong = tooLong || line.size() == kLongest;
    if (!tooLong) {
      line += c;
    }
  }
  if (!any) {
    return std::nullopt;
  }
  return tooLong ? std::string() : line;
}

std::string digestOf(Algorithm algorithm, const Input& input) {
  if (algorithm == Algorithm::XXH64) {
    hash::Xxh64Stream stream;
    sum(stream, input);
    return hexOf(stream.digest());
  }
  hash::Xxh3Stream stream;
  sum(stream, input);
  if (algorithm == Algorithm::XXH3) {
    return hexOf(stream.digest());
  }
  const hash::Digest128 digest = stream.digest128();
  return hexOf(digest.high) + hexOf(digest.low);
}

}  // namespace tandem::tool
