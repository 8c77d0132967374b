#pragma once

#include <cstdint>

namespace tandem::wal {

/** What became of an append. */
enum class AppendStatus {
  /** The record has its sequence. */
  APPENDED,
  /** The type is negative, or the body longer than a record may be; nothing was done. */
  INVALID,
  /** The writer has fallen behind, and the policy is to fail; nothing was done. */
  BACKLOG,
  /** The disk has no room for the next segment; nothing was done. */
  FULL,
  /** The log has failed. */
  POISONED,
  /** The log has been closed. */
  CLOSED
};

/** The answer to an append. */
struct AppendResult {
  AppendStatus status;
  /** Of the record; -1 if there is none. */
  std::int64_t sequence;

  bool appended() const { return status == AppendStatus::APPENDED; }
};

/** The name of a status, as it is written in the code. */
constexpr const char* nameOf(AppendStatus status) {
  switch (status) {
    case AppendStatus::APPENDED:
      return "APPENDED";
    case AppendStatus::INVALID:
      return "INVALID";
    case AppendStatus::BACKLOG:
      return "BACKLOG";
    case AppendStatus::FULL:
      return "FULL";
    case AppendStatus::POISONED:
      return "POISONED";
    case AppendStatus::CLOSED:
      return "CLOSED";
  }
  return "?";
}

}  // namespace tandem::wal
