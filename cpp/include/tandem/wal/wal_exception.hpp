#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace tandem::wal {

/** A log cannot be opened, read or written; the message names the file and what was to be done. */
class WalException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/** The operating system refused something: the message is "file: operation: reason". */
class IoException : public WalException {
 public:
  /**
   * @param code the errno of the call
   */
  IoException(const std::string& message, int code) : WalException(message), code_(code) {}

  /** The errno of the call that failed. */
  int code() const { return code_; }

 private:
  int code_;
};

/** A file that was there cannot be read any more: it was cut or deleted, or its device fails. */
class UnreadableException : public WalException {
 public:
  using WalException::WalException;
};

/** Damage that no crash explains: something that was forced to the device is not there any more. */
class WalCorruptedException : public WalException {
 public:
  /**
   * @param segment file name of the segment
   * @param offset where in that file, in bytes
   * @param sequence of the record that should be there; -1 if it is not about a record
   */
  WalCorruptedException(std::string segment, std::int64_t offset, std::int64_t sequence,
                        std::string expected, std::string found);

  const std::string& segment() const { return segment_; }
  std::int64_t offset() const { return offset_; }
  std::int64_t sequence() const { return sequence_; }
  const std::string& expected() const { return expected_; }
  const std::string& found() const { return found_; }

 private:
  std::string segment_;
  std::int64_t offset_;
  std::int64_t sequence_;
  std::string expected_;
  std::string found_;
};

/** Another writer has the directory. */
class WalLockedException : public WalException {
 public:
  /**
   * @param holder process that has it; -1 if that is not known
   */
  WalLockedException(const std::string& message, std::int64_t holder)
      : WalException(message), holder_(holder) {}

  std::int64_t holder() const { return holder_; }

 private:
  std::int64_t holder_;
};

/** The requested record was in a segment that the writer has deleted. */
class WalGapException : public WalException {
 public:
  /**
   * @param wanted sequence that was requested
   * @param begins oldest sequence that is kept; -1 if that is not known
   */
  WalGapException(const std::string& directory, std::int64_t wanted, std::int64_t begins);

  std::int64_t wanted() const { return wanted_; }
  std::int64_t begins() const { return begins_; }

 private:
  std::int64_t wanted_;
  std::int64_t begins_;
};

}  // namespace tandem::wal
