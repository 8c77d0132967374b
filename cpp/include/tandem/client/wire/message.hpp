#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tandem/command/integers.hpp"

/**
 * The messages of the gateway's binary protocol, read and written in place, as the schema
 * client/src/main/resources/dev/tandem/client/wire/tandem.xml has them. Headers alone: nothing is
 * to be linked.
 */
namespace tandem::client::wire {

static_assert(std::endian::native == std::endian::little, "numbers are read as they lie");

/** Bytes of the header that every message starts with. */
inline constexpr std::size_t kHeader = 8;
inline constexpr u16 kSchema = 7411;
/** The version of the schema that this code knows. */
inline constexpr u16 kVersion = 1;

/**
 * What a message starts with; the block length is the framing, too.
 *
 *     0        2          4        6        8
 *     | block  | template | schema | version | fields, blockLength bytes |
 */
struct Header {
  u16 blockLength;
  u16 templateId;
  u16 schemaId;
  u16 version;

  /** The header that bytes begin with, at any alignment; none if they are fewer than kHeader. */
  static std::optional<Header> of(std::span<const std::byte> bytes) {
    if (bytes.size() < kHeader) {
      return std::nullopt;
    }
    Header header;
    std::memcpy(&header, bytes.data(), kHeader);
    return header;
  }
};
static_assert(sizeof(Header) == kHeader);

/**
 * One message over somebody's bytes, at any alignment: fields are read and written where they lie,
 * and nothing is copied or allocated. A message is used only after over() or start(), and while
 * the bytes are there. One thread at a time.
 *
 * A later version only appends fields. So a longer block is one of a later version, of which the
 * known fields are read. A block that is shorter than this version's, and not shorter than that of
 * the version in which the message was added (kFirstBlock, of a message that has grown), is one of
 * an earlier version: fields that it does not have are read as 0, and cannot be written.
 */
template <typename M>
class Message {
 public:
  /**
   * Goes over the message that the bytes begin with, header and all. The caller has looked at the
   * template.
   *
   * Throws std::invalid_argument if the bytes end before the block does, or if the block is too
   * short for the fields of any version.
   */
  M& over(std::span<std::byte> bytes) {
    read(bytes);
    fields_ = bytes.data() + kHeader;
    return self();
  }

  /** As over(), of bytes that may not be changed: what writes a field throws std::logic_error. */
  M& read(std::span<const std::byte> bytes) {
    const std::optional<Header> header = Header::of(bytes);
    const std::size_t block = header ? header->blockLength : 0;
    if (block < firstBlock() || bytes.size() < kHeader + block) {
      throw std::invalid_argument("a message of template " + std::to_string(M::kId) + " has " +
                                  std::to_string(block) + " bytes of " +
                                  std::to_string(bytes.size()) + " with its header, expected " +
                                  std::to_string(firstBlock()) + " or more");
    }
    known_ = std::min<std::size_t>(block, M::kBlock);
    read_ = bytes.data() + kHeader;
    fields_ = nullptr;
    return self();
  }

  /**
   * Starts a message at the first of the bytes: writes the header, and zeros for all fields.
   *
   * Throws std::invalid_argument if there is no room.
   */
  M& start(std::span<std::byte> bytes) {
    if (bytes.size() < length()) {
      throw std::invalid_argument("room for " + std::to_string(bytes.size()) +
                                  " bytes, expected at least " + std::to_string(length()));
    }
    const Header header{M::kBlock, M::kId, kSchema, kVersion};
    std::memcpy(bytes.data(), &header, kHeader);
    fields_ = bytes.data() + kHeader;
    read_ = fields_;
    known_ = M::kBlock;
    std::memset(fields_, 0, M::kBlock);
    return self();
  }

  /** Bytes of a message that was started, with its header. */
  static constexpr std::size_t length() { return kHeader + M::kBlock; }

 protected:
  Message() = default;

  template <typename Number>
  Number get(std::size_t offset) const {
    Number number{};
    if (!has(offset, sizeof number)) {
      return number;
    }
    std::memcpy(&number, read_ + offset, sizeof number);
    return number;
  }

  template <typename Number>
  M& put(std::size_t offset, Number number) {
    std::memcpy(written(offset, sizeof number), &number, sizeof number);
    return self();
  }

  /** They lie in the message; zeros that do not where an earlier version has none. */
  template <std::size_t kBytes>
  std::span<const std::byte, kBytes> bytes(std::size_t offset) const {
    static constexpr std::array<std::byte, kBytes> kNone{};
    if (!has(offset, kBytes)) {
      return kNone;
    }
    return std::span<const std::byte, kBytes>(read_ + offset, kBytes);
  }

  template <std::size_t kBytes>
  M& putBytes(std::size_t offset, std::span<const std::byte, kBytes> bytes) {
    std::memmove(written(offset, kBytes), bytes.data(), kBytes);
    return self();
  }

  /** Up to the first zero. */
  template <std::size_t kBytes>
  std::string_view text(std::size_t offset) const {
    if (!has(offset, kBytes)) {
      return {};
    }
    const auto* first = reinterpret_cast<const char*>(read_ + offset);
    const void* end = std::memchr(first, 0, kBytes);
    const auto* last = end == nullptr ? first + kBytes : static_cast<const char*>(end);
    return {first, static_cast<std::size_t>(last - first)};
  }

  template <std::size_t kBytes>
  void putText(std::size_t offset, std::string_view text) {
    if (text.size() > kBytes) {
      throw std::invalid_argument("a text of " + std::to_string(text.size()) +
                                  " characters, expected at most " + std::to_string(kBytes));
    }
    if (text.find('\0') != std::string_view::npos) {
      throw std::invalid_argument("a text with a character 0, where a reader ends");
    }
    // Before the zeros: it may be a part of what the field holds. An empty one may have no bytes at
    // all.
    std::byte* const field = written(offset, kBytes);
    if (!text.empty()) {
      std::memmove(field, text.data(), text.size());
    }
    std::memset(field + text.size(), 0, kBytes - text.size());
  }

 private:
  M& self() { return static_cast<M&>(*this); }

  /** Bytes of its fields in the version that has added the message. */
  static constexpr std::size_t firstBlock() {
    if constexpr (requires { M::kFirstBlock; }) {
      return M::kFirstBlock;
    } else {
      return M::kBlock;
    }
  }

  /** Whether the sender has a field; of a message that has not grown each has each. */
  bool has(std::size_t offset, std::size_t bytes) const {
    if constexpr (firstBlock() == M::kBlock) {
      return true;
    } else {
      return offset + bytes <= known_;
    }
  }

  /** Where a field is written. */
  std::byte* written(std::size_t offset, std::size_t bytes) const {
    if (fields_ == nullptr) {
      throw std::logic_error("a message that is only read");
    }
    if (!has(offset, bytes)) {
      throw std::logic_error("a message of template " + std::to_string(M::kId) +
                             " of an earlier version has no byte " + std::to_string(offset));
    }
    return fields_ + offset;
  }

  const std::byte* read_ = nullptr;
  /** The same, where they may be written. */
  std::byte* fields_ = nullptr;
  /** Bytes of fields that are there, and known. */
  std::size_t known_ = 0;
};

}  // namespace tandem::client::wire
