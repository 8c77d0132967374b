#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <utility>

#include "../flow/flow.hpp"
#include "setup.hpp"
#include "tandem/event/result_handler.hpp"

namespace tandem::tool {

/**
 * Told the answers that an exchange gives again while it recovers its log: checks that the log is
 * the beginning of this flow, and hands the answers on as if they came now.
 */
class LoggedPrefix final : public event::ResultHandler {
 public:
  /** Takes the answer to a command of the flow. */
  using Taker = std::function<void(std::size_t, const command::Command&)>;

  LoggedPrefix(std::filesystem::path directory, const Flow& flow, const Setup& setup, Taker take)
      : directory_(std::move(directory)), flow_(flow), setup_(setup), take_(std::move(take)) {}

  /** Throws BadInputException if the log is of another replay. */
  void onResult(const command::Command& c) override;

  /** Throws BadInputException for a log that holds more commands than this replay has. */
  void checkLength(i64 commands) const;

  /** The first command of the flow whose answer was told; those before it are in a snapshot. */
  std::size_t firstTold() const;

 private:
  const std::filesystem::path directory_;
  const Flow& flow_;
  const Setup& setup_;
  const Taker take_;
  i64 first_ = std::numeric_limits<i64>::max();
};

}  // namespace tandem::tool
