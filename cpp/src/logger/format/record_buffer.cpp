#include "tandem/logger/format/record_buffer.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "tandem/logger/format/record_layout.hpp"
#include "tandem/logger/format/segment_layout.hpp"

namespace tandem::logger {
namespace {

constexpr std::int64_t kFirst = 1024;

/** A buffer that a rare long record made is not kept. */
constexpr std::int64_t kKept = 1 << 16;

/** The longest beginning of a text that fits, without a part of a character. */
std::string_view fitting(std::string_view text, std::int64_t room) {
  if (static_cast<std::int64_t>(text.size()) <= room) {
    return text;
  }
  auto end = static_cast<std::size_t>(room);
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    end--;
  }
  return text.substr(0, end);
}

}  // namespace

RecordBuffer::RecordBuffer(std::int64_t most) : most_(most) { allocate(kFirst); }

void RecordBuffer::begin(int kind, int level, std::int64_t time, std::int32_t thread,
                         std::int32_t logger, std::int32_t aux) {
  if (size_ > kKept) {
    allocate(kFirst);
  }
  std::byte* const bytes = bytes_.get();
  SegmentLayout::put(bytes + RecordLayout::TIME_AT, time);
  SegmentLayout::put(bytes + RecordLayout::THREAD_AT, thread);
  SegmentLayout::put(bytes + RecordLayout::LOGGER_AT, logger);
  SegmentLayout::put(bytes + RecordLayout::KIND_AT, static_cast<std::int32_t>(kind | level << 8));
  SegmentLayout::put(bytes + RecordLayout::AUX_AT, aux);
  flags_ = 0;
  end_ = RecordLayout::HEADER_BYTES;
}

void RecordBuffer::text(std::string_view text) {
  const std::int64_t from = end_;
  append(text);
  SegmentLayout::put(bytes_.get() + RecordLayout::AUX_AT, static_cast<std::int32_t>(end_ - from));
}

void RecordBuffer::word(std::uint64_t value) {
  pad();
  ensure(8);
  SegmentLayout::put(bytes_.get() + end_, value);
  end_ += 8;
}

void RecordBuffer::string(std::string_view text) {
  pad();
  ensure(8);
  const std::int64_t at = end_;
  end_ += 4;
  append(text);
  SegmentLayout::put(bytes_.get() + at, static_cast<std::int32_t>(end_ - at - 4));
  pad();
}

void RecordBuffer::arguments(std::span<const Argument> arguments) {
  for (const Argument& argument : arguments) {
    if (argument.type() != ArgumentType::STRING) {
      word(argument.bits());
    } else if (argument.isUnsigned()) {
      char digits[24];
      const auto end = std::to_chars(digits, digits + sizeof digits, argument.bits()).ptr;
      string(std::string_view(digits, static_cast<std::size_t>(end - digits)));
    } else {
      string(argument.text());
    }
  }
}

std::int64_t RecordBuffer::beginBlock(int kind) {
  pad();
  ensure(8);
  flags_ |= RecordLayout::HAS_BLOCKS;
  SegmentLayout::put(bytes_.get() + end_, static_cast<std::int32_t>(kind));
  end_ += 8;
  return end_;
}

void RecordBuffer::endBlock(std::int64_t start) {
  SegmentLayout::put(bytes_.get() + start - 4, static_cast<std::int32_t>(end_ - start));
  pad();
}

bool RecordBuffer::full() {
  if (end_ <= most_ - 256) {
    return false;
  }
  flags_ |= RecordLayout::CUT;
  return true;
}

std::int32_t RecordBuffer::finish() {
  const auto length = static_cast<std::int32_t>(end_);
  pad();
  SegmentLayout::put(bytes_.get() + RecordLayout::FLAGS_AT, static_cast<std::uint8_t>(flags_));
  return length;
}

void RecordBuffer::append(std::string_view text) {
  const std::string_view whole = fitting(text, std::max<std::int64_t>(0, most_ - end_ - 64));
  if (whole.size() < text.size()) {
    flags_ |= RecordLayout::CUT;
  }
  const auto bytes = static_cast<std::int64_t>(whole.size());
  ensure(bytes);
  if (bytes > 0) {
    std::memcpy(bytes_.get() + end_, whole.data(), whole.size());
  }
  end_ += bytes;
}

void RecordBuffer::pad() {
  ensure(8);
  const std::int64_t padded = SegmentLayout::alignedLength(end_);
  if (padded != end_) {
    // Eight zeros at once: what is beyond the padding is not written yet.
    SegmentLayout::put(bytes_.get() + end_, std::uint64_t{0});
    end_ = padded;
  }
}

void RecordBuffer::ensure(std::int64_t more) {
  if (end_ + more + 16 > size_) {
    const std::unique_ptr<std::byte[]> old = std::move(bytes_);
    allocate(std::max(2 * size_, end_ + more + 16));
    std::memcpy(bytes_.get(), old.get(), static_cast<std::size_t>(end_));
  }
}

void RecordBuffer::allocate(std::int64_t size) {
  bytes_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(size));
  size_ = size;
}

}  // namespace tandem::logger
