#include "tandem/logger/read/log_segment_image.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/format/record_checksum.hpp"
#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/log_exception.hpp"
#include "tandem/logger/storage/run_lock.hpp"

namespace tandem::logger {

namespace fs = std::filesystem;

namespace {

std::uint64_t wordAt(const LogSegmentImage& image, std::int64_t at) {
  return SegmentLayout::get<std::uint64_t>(image.bytes.data() + at);
}

void add(LogSegmentImage& image, std::int64_t offset, std::int64_t bytes, std::string what) {
  image.damage.push_back({image.file, offset, bytes, std::move(what)});
}

/** What is wrong with a header, and where; nothing if it can be read. */
bool isBroken(LogSegmentImage& image) {
  const std::int64_t size = image.bytes.size();
  if (size < SegmentLayout::HEADER_BYTES) {
    add(image, size, 0, "found " + std::to_string(size) + " bytes, expected a header of 512");
    return true;
  }
  const std::uint64_t magic = wordAt(image, SegmentLayout::MAGIC_AT);
  const auto version =
      SegmentLayout::get<std::int32_t>(image.bytes.data() + SegmentLayout::VERSION_AT);
  if (magic != SegmentLayout::MAGIC || version != SegmentLayout::VERSION) {
    char text[128];
    std::snprintf(text, sizeof text, "found magic %016llx and version %d, expected %016llx and %d",
                  static_cast<unsigned long long>(magic), version,
                  static_cast<unsigned long long>(SegmentLayout::MAGIC), SegmentLayout::VERSION);
    add(image, 0, 0, text);
    return true;
  }
  if (wordAt(image, SegmentLayout::HEADER_SUM_AT) != RecordChecksum::header(image.bytes.data())) {
    add(image, 0, 0, "the header's checksum does not fit it");
    return true;
  }
  return false;
}

bool isRunOver(const std::string& file) {
  const fs::path path = fs::absolute(file);
  const auto name = FileNames::parse(path.filename().string());
  return !name || RunLock::isOver(path.parent_path(), name->name, name->run);
}

/**
 * Adds damage if there are bytes behind the claims of a run that is over, and returns whether: a
 * power cut may keep the bytes and lose the word of the header. Of a run that lives the bytes are
 * newer than the word.
 */
bool addBytesBehind(LogSegmentImage& image, std::int64_t end) {
  const std::int64_t used = image.bytes.zerosBegin(end);
  if (used == end || !isRunOver(image.file) || PlainBytes::openEnd(image.file) != end) {
    return false;
  }
  add(image, end, used - end, "found bytes behind the end of what was claimed");
  return true;
}

void findEnd(LogSegmentImage& image) {
  const auto capacity = static_cast<std::int64_t>(wordAt(image, SegmentLayout::CAPACITY_AT));
  const std::uint64_t closedWord = wordAt(image, SegmentLayout::CLOSED_AT);
  const std::uint64_t word = closedWord == 0 ? wordAt(image, SegmentLayout::CLAIM_AT) : closedWord;
  const std::int64_t claimed = SegmentLayout::offsetOf(word);
  image.closed = closedWord != 0;
  if (std::min(claimed, capacity) < SegmentLayout::HEADER_BYTES ||
      (image.closed && claimed > capacity)) {
    add(image, image.closed ? SegmentLayout::CLOSED_AT : SegmentLayout::CLAIM_AT, 8,
        "found an end of " + std::to_string(claimed) + ", expected 512 to " +
            std::to_string(capacity));
    image.end = image.bytes.size();
    image.endKnown = false;
    return;
  }
  // Past the end without a closing word: killed while it was being closed.
  image.endKnown = claimed <= capacity;
  image.end = std::min(claimed, capacity);
  const std::int64_t size = image.bytes.size();
  if (image.end > size) {
    add(image, size, image.end - size,
        "the file is cut: found " + std::to_string(size) + " bytes, expected " +
            std::to_string(image.end));
    image.end = size;
  }
  if (image.endKnown) {
    image.claims = SegmentLayout::claimsOf(word);
  } else {
    image.passed = OverrunClaims{claimed, SegmentLayout::claimsOf(word), capacity};
  }
  if (!image.closed && addBytesBehind(image, image.end)) {
    image.claims = -1;
  }
}

}  // namespace

LogSegmentImage LogSegmentImage::open(const std::string& file, PlainBytes bytes, bool counting) {
  LogSegmentImage image{.file = file, .bytes = std::move(bytes)};
  if (image.bytes.size() >= SegmentLayout::HEADER_BYTES) {
    image.fileId = wordAt(image, SegmentLayout::FILE_ID_AT);
  }
  if (isBroken(image)) {
    return image;
  }
  if (wordAt(image, SegmentLayout::FLAGS_AT) == SegmentLayout::RECORDS_SEALED && !counting) {
    throw LogException(file +
                       ": its records are sealed, which only the program in Java opens"
                       " (./tandem log, with --key-file)");
  }
  findEnd(image);
  return image;
}

LogSegmentImage LogSegmentImage::upTo(std::int64_t offset) && {
  if (offset < end) {
    claims = -1;
    passed.reset();
    end = offset;
  }
  return std::move(*this);
}

}  // namespace tandem::logger
