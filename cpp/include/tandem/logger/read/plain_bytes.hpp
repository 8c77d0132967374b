#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace tandem::logger {

/** A file that was there is gone, or shorter than a moment ago: it is to be looked for again. */
class ChangedException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/**
 * A copy of the plain file of a segment, made while its process may be writing to it.
 *
 * One read takes the bytes of a file in no certain order: processors copy several cache lines at
 * once, and the first may be the newest. So what says that other bytes are there is read before
 * them, by a read of its own.
 */
class PlainBytes {
 public:
  /** Reads some bytes at an offset; 0 at the end. Throws what stops it. */
  using Source =
      std::function<std::size_t(std::byte* target, std::size_t bytes, std::int64_t offset)>;

  /** Throws ChangedException, or wal::IoException. */
  static PlainBytes read(const std::string& file);

  /** So many bytes of a source, of which none is older than what the header says. */
  static PlainBytes read(const std::string& name, const Source& source, std::int64_t size);

  /** Where the claims of a plain file end at the moment; -1 if it is closed, gone or no segment. */
  static std::int64_t openEnd(const std::string& file);

  const std::byte* data() const { return bytes_.get(); }
  std::int64_t size() const { return size_; }

  /** Where the zeros begin that the bytes end with; the argument if there is nothing else behind.
   */
  std::int64_t zerosBegin(std::int64_t from) const;

 private:
  explicit PlainBytes(std::int64_t size);

  void take(const std::string& name, const Source& source, std::int64_t from, std::int64_t to);
  void completeRecords(const std::string& name, const Source& source);
  bool fits(std::uint64_t fileId, std::int64_t offset, std::int32_t length) const;

  std::unique_ptr<std::byte[]> bytes_;
  std::int64_t size_;
};

}  // namespace tandem::logger
