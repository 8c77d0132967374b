#pragma once

#include <cstdint>
#include <optional>

#include "log_moment.hpp"
#include "tandem/command/command.hpp"

namespace tandem::tool {

/** Which records of a log to show. */
struct RecordChoice {
  std::optional<LogMoment> from;
  std::optional<LogMoment> to;
  std::optional<i64> user;
  std::optional<i64> order;
  std::optional<i32> symbol;

  /** The first sequence that can be meant. */
  i64 firstSequence() const { return !from || from->isTime() ? 0 : from->sequence; }
  /** The last sequence that can be meant; the largest number if there is no such. */
  i64 lastSequence() const;
  /** Whether the last sequence that can be meant is told. */
  bool hasEnd() const { return to && !to->isTime(); }

  /** Whether only commands can be meant. */
  bool wantsCommands() const { return user || order || symbol; }
  /** Whether one user or order is asked for. */
  bool isPersonal() const { return user || order; }

  /** Whether a record is between the limits. */
  bool includes(i64 sequence, i64 timeNs) const;
  /** Whether a command is asked for by its inputs. */
  bool includes(const command::CommandInput& c) const;
  /** Whether a command that is answered is asked for, by its inputs or by its trades. */
  bool includesAnswered(const command::Command& c) const;
  /** Whether a trade is asked for: one side of it is that user's and that order. */
  bool includes(const command::Outcome& trade) const;

 private:
  bool isOfSymbol(const command::CommandInput& c) const;
};

}  // namespace tandem::tool
