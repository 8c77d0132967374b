#pragma once

#include <span>
#include <vector>

#include "tandem/command/client_window.hpp"
#include "tandem/command/command.hpp"
#include "tandem/command/id_index.hpp"

namespace tandem::statemachine {

/** Nanoseconds since the epoch. */
using Clock = i64 (*)();

/** The system's clock. */
i64 systemClockNs();

/**
 * The first stage: stamps time, refuses what is malformed, and finds commands that a client has
 * sent before, by the rule of the client window. A client takes about 100 bytes, for ever. For
 * one thread at a time.
 */
class Admission {
 public:
  /** The clock is read once a batch, and only for commands that come without a timestamp. */
  explicit Admission(Clock clock) : clock_(clock) {}

  /** Starts a batch: its commands without a timestamp get the time of now. */
  void startBatch() { nowNs_ = 0; }

  /** Applies the stage to one command, whose number in the life of the kernel is given. */
  void admit(command::Command& c, i64 sequence);

  /** Refuses one command without a trace: no client's sequence is used up. */
  void refuse(command::Command& c, i64 sequence, command::ResultCode code);

  /** The clients, by number. */
  const command::IdIndex& clients() const { return clients_; }

  /**
   * Gives a new client its window, a byte for each place, the first lowest: 0 where nothing was
   * seen. False if it is no client, or has a window already.
   */
  bool restore(i64 clientKey, i64 highestSequence, std::span<const u64> codes);

 private:
  static constexpr u32 kWordBits = 64;
  static constexpr u32 kWords = command::client_window::kSize / kWordBits;

  void prepare(command::Command& c, i64 sequence);
  i64 now();
  /** Takes note of a client's sequence; answers what is wrong with it, or kPending. */
  command::ResultCode see(command::Command& c);
  u32 add(i64 clientKey);
  u64& word(u32 client, u32 place) { return seen_[client * kWords + place / kWordBits]; }
  static u64 bit(u32 place) { return u64{1} << place % kWordBits; }

  Clock clock_;
  command::IdIndex clients_{64};
  std::vector<i64> highest_;
  /** One bit for each place of each client's window. */
  std::vector<u64> seen_;
  i64 nowNs_ = 0;
  i64 lastKey_ = 0;
  u32 lastClient_ = 0;
};

}  // namespace tandem::statemachine
