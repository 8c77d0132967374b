#pragma once

#include <cstdint>

#include "tandem/event/result_handler.hpp"

namespace tandem {

/** Writes the codes of answers where a caller wants them. */
class AnswerCodes final : public event::ResultHandler {
 public:
  /** From the next answer on; null: nobody wants them. Called while nothing is on its way. */
  void startBatch(std::uint8_t* into) { next_ = into; }

  void onResult(const command::Command& c) override {
    if (next_ != nullptr) {
      *next_++ = static_cast<std::uint8_t>(c.result);
    }
  }

 private:
  std::uint8_t* next_ = nullptr;
};

}  // namespace tandem
