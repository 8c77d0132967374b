#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tandem::wal {

/** What WalVerifier found in a directory. */
struct WalReport {
  /** How a segment was found. */
  enum class State {
    /** It has an end mark: the log continued in the next segment, or was closed. */
    ENDED,
    /** It is the last one with records, and the log was not closed. */
    OPEN,
    /** Prepared, and never used. */
    UNUSED,
    /** Below what is kept; the next opening deletes it. */
    LEFTOVER,
    /** It ends in a torn tail, which the next opening repairs. */
    TORN,
    /** Something that was forced is not there any more. */
    DAMAGED
  };

  /** A segment file; sequences are -1 if it has no sound record. */
  struct Segment {
    std::string file;
    std::int64_t number = -1;
    std::int64_t epoch = -1;
    std::int64_t firstSequence = -1;
    std::int64_t lastSequence = -1;
    std::int64_t records = 0;
    std::int64_t batches = 0;
    /** From the beginning of the file to the end of what is sound. */
    std::int64_t usedBytes = 0;
    std::int64_t fileBytes = 0;
    State state = State::UNUSED;
  };

  /** A place that is not as it should be. */
  struct Problem {
    std::string segment;
    /** In bytes. */
    std::int64_t offset = 0;
    /** Of the record that should be there; -1 if that is not known. */
    std::int64_t sequence = -1;
    std::string expected;
    std::string found;
    /** Whether it is what a crash leaves, and the next opening drops. */
    bool tornTail = false;

    /** In one line. */
    std::string text() const;
    bool operator==(const Problem&) const = default;
  };

  static constexpr std::size_t TYPES = 128;

  /** By number. */
  std::vector<Segment> segments;
  /** In the order of the log; empty if it is sound to the last byte. */
  std::vector<Problem> problems;
  /** That are sound. */
  std::int64_t records = 0;
  /** Of those, with headers. */
  std::int64_t recordBytes = 0;
  /** Writes that made them, and the mark that a log at rest leaves. */
  std::int64_t batches = 0;
  /** Of the sound records; -1 if there are none. */
  std::int64_t firstSequence = -1;
  std::int64_t lastSequence = -1;
  /** In ns since 1970; 0 if there is no sound record. */
  std::int64_t firstTimestampNs = 0;
  std::int64_t lastTimestampNs = 0;
  /** At index t, those with type t. */
  std::array<std::int64_t, TYPES> recordsByType{};
  /** In words: how the log ends. */
  std::string tail;

  /**
   * Whether there is no damage, at most a torn tail. Two kinds of logs open, or can be repaired,
   * and are not sound: a log without the file that lists its segments, and a log whose tail may be
   * damage, see WalRecoveryReport::doubt.
   */
  bool sound() const;

  /** The name of a state, as it is written in the code. */
  static const char* nameOf(State state);
};

}  // namespace tandem::wal
