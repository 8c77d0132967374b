#include "tandem/logger/storage/segment_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/format/record_checksum.hpp"
#include "tandem/logger/format/segment_layout.hpp"

namespace tandem::logger {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kZeros = 1 << 20;

void writeHeader(std::byte* memory, std::int64_t number, std::int64_t capacity,
                 std::uint64_t fileId) {
  using Layout = SegmentLayout;
  Layout::put(memory + Layout::VERSION_AT, Layout::VERSION);
  Layout::put(memory + Layout::HEADER_BYTES_AT, static_cast<std::int32_t>(Layout::HEADER_BYTES));
  Layout::put(memory + Layout::FILE_ID_AT, fileId);
  Layout::put(memory + Layout::NUMBER_AT, number);
  Layout::put(memory + Layout::PID_AT, static_cast<std::int64_t>(::getpid()));
  Layout::put(memory + Layout::CAPACITY_AT, capacity);
  Layout::put(memory + Layout::CLAIM_AT, Layout::UNCLAIMED);
  Layout::put(memory + Layout::MAGIC_AT, Layout::MAGIC);
  Layout::put(memory + Layout::HEADER_SUM_AT, RecordChecksum::header(memory));
}

}  // namespace

SegmentFile::SegmentFile(fs::path path, std::int64_t number, std::int64_t capacity,
                         std::uint64_t fileId)
    : path_(std::move(path)), number_(number), capacity_(capacity) {
  const fs::path part = path_.string() + std::string(FileNames::PART);
  file_ = wal::Descriptor::open(part, O_CREAT | O_EXCL | O_RDWR);
  try {
    fill(part);
    writeHeader(memory_, number, capacity, fileId);
    for (std::int64_t at = PAGE; at < capacity; at += PAGE) {
      // The page is the writers' without a fault. Nobody else has the memory yet.
      SegmentLayout::word<std::uint64_t>(memory_ + at).store(0, std::memory_order_relaxed);
    }
    fs::rename(part, path_);
  } catch (...) {
    unmap();
    std::error_code ignored;
    fs::remove(part, ignored);
    throw;
  }
}

SegmentFile::~SegmentFile() { unmap(); }

void SegmentFile::fill(const fs::path& part) {
  const std::vector<std::byte> zeros(static_cast<std::size_t>(std::min(kZeros, capacity_)));
  for (std::int64_t at = 0; at < capacity_;) {
    const auto bytes =
        static_cast<std::size_t>(std::min(static_cast<std::int64_t>(zeros.size()), capacity_ - at));
    const ssize_t written = ::pwrite(file_.number(), zeros.data(), bytes, at);
    if (written < 0 && errno != EINTR) {
      throw wal::systemError(part, "write at " + std::to_string(at), errno);
    }
    at += std::max<ssize_t>(0, written);
  }
  void* const mapped = ::mmap(nullptr, static_cast<std::size_t>(capacity_), PROT_READ | PROT_WRITE,
                              MAP_SHARED, file_.number(), 0);
  if (mapped == MAP_FAILED) {
    throw wal::systemError(part, "map", errno);
  }
  memory_ = static_cast<std::byte*>(mapped);
}

void SegmentFile::unmap() {
  if (memory_ != nullptr) {
    ::munmap(memory_, static_cast<std::size_t>(capacity_));
    memory_ = nullptr;
  }
}

void SegmentFile::force() {
  if (lost_) {
    throw *lost_;
  }
  try {
    file_.force(path_);
  } catch (const wal::IoException& failure) {
    lost_ = failure;
    throw;
  }
}

void SegmentFile::end(std::int64_t bytes) {
  unmap();
  file_.truncate(bytes, path_);
}

void SegmentFile::remove() {
  unmap();
  std::error_code ignored;
  fs::remove(path_, ignored);
}

}  // namespace tandem::logger
