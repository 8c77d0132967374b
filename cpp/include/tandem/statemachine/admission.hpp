#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <limits>
#include <span>

#include "tandem/command/client_window.hpp"
#include "tandem/command/command.hpp"
#include "tandem/command/id_index.hpp"
#include "tandem/statemachine/names.hpp"

namespace tandem::statemachine {

/** Nanoseconds since the epoch. */
using Clock = i64 (*)();

/** The system's clock. */
i64 systemClockNs();

/**
 * The first stage: stamps time, which never falls, finds commands that a client has sent before, by
 * the rule of the client window, and refuses what a door has refused and what is malformed. A
 * client takes about 2,200 bytes, for ever. For one thread at a time.
 */
class Admission {
 public:
  /** The sum of the first command at each place of a window; 0 where nothing was seen. */
  using Sums = std::array<u64, command::client_window::kSize>;

  /** The time of a stream without commands. */
  static constexpr i64 kNoTime = std::numeric_limits<i64>::min();

  /** The clock is read once a batch, and only for commands that come without a timestamp. */
  explicit Admission(Clock clock) : clock_(clock) {}

  /** Starts a batch: its commands without a timestamp get the time of now. */
  void startBatch() { nowNs_ = 0; }

  /** Applies the stage to one command, whose number in the life of the kernel is given. */
  void admit(command::Command& c, i64 sequence);

  /** Refuses one command without a trace: no client's sequence is used up. */
  void refuse(command::Command& c, i64 sequence, command::ResultCode code);

  /** Sets the time of the stream, for one that is restored. */
  void restoreTime(i64 timeNs) { time_ = timeNs; }

  /** The clients, by number. */
  const command::IdIndex& clients() const { return clients_; }

  /** The symbols, and what they and the currencies are called. */
  const Names& names() const { return names_; }
  Names& names() { return names_; }

  /** The sums of a client's window. */
  const Sums& sums(std::size_t client) const { return windows_[client].sums; }

  /**
   * Gives a new client its window: a byte for each place, the first lowest, 0 where nothing was
   * seen; and the sums. False if it is no client, has a window already, or a sum where nothing was
   * seen.
   */
  bool restore(i64 clientKey, i64 highestSequence, std::span<const u64> codes,
               std::span<const u64> sums);

 private:
  static constexpr u32 kWordBits = 64;
  static constexpr u32 kWords = command::client_window::kSize / kWordBits;

  struct Window {
    i64 highest = 0;
    /** One bit for each place. */
    std::array<u64, kWords> seen{};
    Sums sums{};

    bool has(u32 place) const { return (seen[place / kWordBits] & bit(place)) != 0; }
    void see(u32 place, u64 sum) {
      seen[place / kWordBits] |= bit(place);
      sums[place] = sum;
    }
    void forget(u32 place) {
      seen[place / kWordBits] &= ~bit(place);
      sums[place] = 0;
    }
    static u64 bit(u32 place) { return u64{1} << place % kWordBits; }
  };

  void prepare(command::Command& c, i64 sequence);
  i64 now();
  /** Takes note of a client's sequence; answers what is wrong with it, or kPending. */
  command::ResultCode see(command::Command& c);
  u32 add(i64 clientKey);

  Clock clock_;
  Names names_;
  command::IdIndex clients_{64};
  /** By the number of the client; a new one moves none of the others. */
  std::deque<Window> windows_;
  i64 nowNs_ = 0;
  /** The time of the stream: of its latest command that leaves a record. */
  i64 time_ = kNoTime;
  i64 lastKey_ = 0;
  u32 lastClient_ = 0;
};

}  // namespace tandem::statemachine
