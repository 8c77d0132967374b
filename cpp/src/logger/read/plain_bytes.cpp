#include "tandem/logger/read/plain_bytes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>

#include "tandem/logger/format/record_checksum.hpp"
#include "tandem/logger/format/record_layout.hpp"
#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::logger {
namespace {

constexpr std::int64_t kChunk = 1 << 26;

}  // namespace

PlainBytes::PlainBytes(std::int64_t size)
    : bytes_(std::make_unique<std::byte[]>(static_cast<std::size_t>(size))), size_(size) {}

PlainBytes PlainBytes::read(const std::string& file) {
  const auto opened = wal::Descriptor::openIfThere(file, O_RDONLY);
  if (!opened.isOpen()) {
    throw ChangedException(file);
  }
  const Source source = [&](std::byte* target, std::size_t bytes, std::int64_t offset) {
    ssize_t count;
    do {
      count = ::pread(opened.number(), target, bytes, offset);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
      throw wal::systemError(file, "cannot be read", errno);
    }
    return static_cast<std::size_t>(count);
  };
  return read(file, source, opened.size(file));
}

PlainBytes PlainBytes::read(const std::string& name, const Source& source, std::int64_t size) {
  PlainBytes plain(size);
  const std::int64_t header = std::min(SegmentLayout::HEADER_BYTES, size);
  plain.take(name, source, 0, header);
  plain.take(name, source, header, size);
  plain.completeRecords(name, source);
  return plain;
}

std::int64_t PlainBytes::openEnd(const std::string& file) {
  const auto opened = wal::Descriptor::openIfThere(file, O_RDONLY);
  std::byte header[SegmentLayout::HEADER_BYTES];
  if (!opened.isOpen() || opened.readAt(header, sizeof header, 0, file) < sizeof header) {
    return -1;
  }
  const bool open = SegmentLayout::get<std::uint64_t>(header) == SegmentLayout::MAGIC &&
                    SegmentLayout::get<std::uint64_t>(header + SegmentLayout::CLOSED_AT) == 0;
  const std::int64_t end =
      SegmentLayout::offsetOf(SegmentLayout::get<std::uint64_t>(header + SegmentLayout::CLAIM_AT));
  return open && end >= SegmentLayout::HEADER_BYTES ? end : -1;
}

std::int64_t PlainBytes::zerosBegin(std::int64_t from) const {
  const std::int64_t least = std::max<std::int64_t>(0, from);
  std::int64_t end = std::max(least, size_);
  while (end > least && bytes_[static_cast<std::size_t>(end - 1)] == std::byte{0}) {
    end--;
  }
  return std::max(from, end);
}

void PlainBytes::take(const std::string& name, const Source& source, std::int64_t from,
                      std::int64_t to) {
  for (std::int64_t at = from; at < to;) {
    const auto most = static_cast<std::size_t>(std::min(kChunk, to - at));
    const std::size_t read = source(bytes_.get() + at, most, at);
    if (read == 0) {
      throw ChangedException(name + ": shrank to " + std::to_string(at) +
                             " bytes while it was read");
    }
    at += static_cast<std::int64_t>(read);
  }
#if !defined(__SANITIZE_THREAD__)
  // What is read next is no older than what was read here. The thread sanitizer knows no fences,
  // and there is nothing of memory here that it could know.
  std::atomic_thread_fence(std::memory_order_acquire);
#endif
}

/** A record whose length came newer than its body is read again: by now all of it is there. */
void PlainBytes::completeRecords(const std::string& name, const Source& source) {
  if (size_ < SegmentLayout::HEADER_BYTES) {
    return;
  }
  const auto fileId = SegmentLayout::get<std::uint64_t>(data() + SegmentLayout::FILE_ID_AT);
  std::int64_t at = SegmentLayout::HEADER_BYTES;
  while (at + RecordLayout::HEADER_BYTES <= size_) {
    const auto length = SegmentLayout::get<std::int32_t>(data() + at);
    const std::int64_t next = at + SegmentLayout::alignedLength(length);
    bool possible = length >= RecordLayout::HEADER_BYTES && next <= size_;
    if (possible && !fits(fileId, at, length)) {
      take(name, source, at, next);
      possible =
          SegmentLayout::get<std::int32_t>(data() + at) == length && fits(fileId, at, length);
    }
    at = possible ? next : at + 8;
  }
}

bool PlainBytes::fits(std::uint64_t fileId, std::int64_t offset, std::int32_t length) const {
  return SegmentLayout::get<std::int32_t>(data() + offset + RecordLayout::CHECKSUM_AT) ==
         RecordChecksum::expected(data(), fileId, offset, length);
}

}  // namespace tandem::logger
