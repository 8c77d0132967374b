#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>

#include "command_view.hpp"
#include "record_choice.hpp"
#include "tandem/event/result_handler.hpp"

namespace tandem {
class Exchange;
}

namespace tandem::tool {

/**
 * Gives the commands of a whole log once more to an exchange in memory, and prints what those that
 * were chosen are answered: the same as when they were logged.
 */
class LogAnswers final : public event::ResultHandler {
 public:
  /**
   * Prints the chosen commands in order, up to the end of the log or so many. Throws
   * BadInputException if the log does not begin with its first record, and what wal::WalReader
   * throws, behind what is printed.
   */
  static void print(const std::filesystem::path& log, const RecordChoice& choice,
                    std::int64_t count, const CommandView& view);

  void onResult(const command::Command& c) override;

 private:
  LogAnswers(const RecordChoice& choice, std::int64_t count, const CommandView& view)
      : choice_(choice), left_(count), view_(view) {}

  void run(const std::filesystem::path& log, Exchange& exchange);

  const RecordChoice& choice_;
  std::int64_t left_;
  const CommandView& view_;
  /** The records of the commands on their way. */
  std::deque<i64> records_;
};

}  // namespace tandem::tool
