#pragma once

#include <span>

#include "tandem/command/command.hpp"

namespace tandem::statemachine {

/**
 * The stage that writes every command to a log, and confirms what is durable. It follows admission:
 * it writes the timestamp that admission set, and no command that found the log full. Answers leave
 * once it confirms.
 */
class JournalStage {
 public:
  virtual ~JournalStage() = default;

  /**
   * Whether a command is written, unless it is refused because the log has no room: all are but a
   * query or a NOP that uses up no client's sequence.
   */
  static bool needsRecord(const command::Command& c) {
    return c.clientKey != 0 || (c.type != command::type::kQuery && c.type != command::type::kNop);
  }

  /**
   * The work on one thread; keeps in marks() up to which record of the log a command depends on.
   * What it throws poisons the kernel.
   */
  virtual void onEvent(const command::Command& c, i64 sequence) = 0;

  /** One number for each slot of the ring. */
  virtual std::span<const i64> marks() const = 0;

  /** Whether answers wait for the log; if not, confirmed() is never called. */
  virtual bool holdsAnswers() const = 0;

  /** The highest record of the log that is as durable as answers must be; throws if the log has
   * failed. Any thread. */
  virtual i64 confirmed() = 0;

  /**
   * Whether the log has room for whatever the ring may hold. If not, commands that need a record
   * are refused before they change anything. Any thread.
   */
  virtual bool hasRoom() = 0;
};

}  // namespace tandem::statemachine
