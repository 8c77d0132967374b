#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "tandem/wal/format/words.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

/** The error of a system call that just failed, as "file: operation: reason". */
IoException systemError(const std::filesystem::path& path, const std::string& operation, int code);

/** A file descriptor, closed with its owner. One thread at a time, but for calls on the number. */
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  /**
   * Opens a file; it is closed in programs that this one starts.
   *
   * @param flags as of open(2)
   * Throws IoException.
   */
  static Descriptor open(const std::filesystem::path& path, int flags);

  /** As open, but returns an empty one where there is no such file. */
  static Descriptor openIfThere(const std::filesystem::path& path, int flags);

  /** Makes a file, and opens it to read and write; an empty one where there is such a file. */
  static Descriptor openIfNew(const std::filesystem::path& path);

  int number() const { return number_; }
  bool isOpen() const { return number_ >= 0; }

  /** Closes it. Returns 0, or the errno of the call; it is closed in either case. */
  int reset();

  /** Length of the file in bytes. Throws IoException. */
  std::int64_t size(const std::filesystem::path& path) const;

  /**
   * Reads from a place until the buffer is full or the file ends.
   *
   * @return bytes read
   * Throws IoException.
   */
  std::size_t readAt(std::byte* target, std::size_t bytes, std::int64_t offset,
                     const std::filesystem::path& path) const;

  /** Writes all bytes at a place. Throws IoException. */
  void writeAt(Bytes source, std::int64_t offset, const std::filesystem::path& path) const;

  /** Cuts the file to so many bytes. Throws IoException. */
  void truncate(std::int64_t bytes, const std::filesystem::path& path) const;

  /** Forces what was written to the device (fdatasync). Throws IoException. */
  void force(const std::filesystem::path& path) const;

  /** Forces a file or a directory to the device, all that is known of it (fsync). */
  void sync(const std::filesystem::path& path) const;

 private:
  int number_ = -1;
};

}  // namespace tandem::wal
