#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tandem/event/result_handler.hpp"

namespace tandem {

/** Gets each answer, in the order of the commands. */
class AnswerClock {
 public:
  virtual ~AnswerClock() = default;
  virtual void answered(const command::Command& c) = 0;
};

/** Writes the codes of answers where a caller wants them. */
class AnswerCodes final : public event::ResultHandler {
 public:
  /** From the next answer on; null for none. Called while nothing is in flight. */
  void startBatch(std::uint8_t* into) {
    next_ = into;
    answered_ = 0;
  }

  /** From the next answer on; null for none. Called while nothing is in flight. */
  void measure(AnswerClock* clock) { clock_ = clock; }

  /** Answers since the batch began, which are counted anew. Called while nothing is in flight. */
  std::size_t takeAnswered() { return std::exchange(answered_, 0); }

  void onResult(const command::Command& c) override {
    if (c.query != nullptr) {
      // A query of the exchange's own, as for a snapshot: no command of the caller's.
      return;
    }
    if (clock_ != nullptr) {
      clock_->answered(c);
    }
    if (next_ != nullptr) {
      *next_++ = static_cast<std::uint8_t>(c.result);
    }
    answered_++;
  }

 private:
  std::uint8_t* next_ = nullptr;
  std::size_t answered_ = 0;
  AnswerClock* clock_ = nullptr;
};

}  // namespace tandem
