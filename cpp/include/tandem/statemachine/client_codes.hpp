#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tandem/command/client_window.hpp"
#include "tandem/command/result_code.hpp"

namespace tandem::statemachine {

/**
 * What each client's commands were answered, by the places of its window: a byte a place, 0 where
 * nothing was seen. 264 bytes a client, for ever. For one thread at a time.
 */
class ClientCodes {
 public:
  /** Words of a client's window: a byte a place, the first place lowest. */
  static constexpr std::size_t kWords = command::client_window::kSize / sizeof(u64);

  /** The code that this client's command with this sequence was answered with. */
  command::ResultCode get(u32 client, i64 sequence) const {
    return static_cast<command::ResultCode>(codes_[word(client, sequence)] >> shift(sequence) &
                                            0xff);
  }

  /** Keeps the code of a command that admission found to be new. */
  void put(u32 client, i64 sequence, command::ResultCode code) {
    if (client == highest_.size()) {
      highest_.push_back(sequence);
      codes_.resize(codes_.size() + kWords);
    } else if (sequence > highest_[client]) {
      forget(client, sequence);
      highest_[client] = sequence;
    }
    set(client, sequence, static_cast<u64>(code));
  }

  /** Adds the next client with its whole window of kWords words. */
  void restore(i64 highestSequence, std::span<const u64> window) {
    highest_.push_back(highestSequence);
    codes_.insert(codes_.end(), window.begin(), window.end());
  }

  /** Number of clients; numbered in the order they came. */
  std::size_t size() const { return highest_.size(); }
  i64 highest(std::size_t client) const { return highest_[client]; }
  std::span<const u64> codes(std::size_t client) const {
    return std::span(codes_).subspan(client * kWords, kWords);
  }

 private:
  /** Empties the places of the sequences between the highest one and a new highest. */
  void forget(u32 client, i64 sequence);

  void set(u32 client, i64 sequence, u64 code) {
    u64& w = codes_[word(client, sequence)];
    w = (w & ~(u64{0xff} << shift(sequence))) | code << shift(sequence);
  }
  static std::size_t word(u32 client, i64 sequence) {
    return client * kWords + command::client_window::place(sequence) / sizeof(u64);
  }
  static u32 shift(i64 sequence) {
    return command::client_window::place(sequence) % sizeof(u64) * 8;
  }

  std::vector<i64> highest_;
  std::vector<u64> codes_;
};

}  // namespace tandem::statemachine
