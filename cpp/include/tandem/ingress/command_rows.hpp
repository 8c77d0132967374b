#pragma once

#include <cstddef>
#include <vector>

#include "tandem/command/command.hpp"

namespace tandem::ingress {

/**
 * What a lane keeps: the 64 bytes that most commands have in rows that are aligned to cache lines,
 * so that one line travels for one command and the next is the line behind it. What few commands
 * have stands in rows of its own, which are touched only then.
 *
 * Written by one thread and read by another; the lane orders the two.
 */
class CommandRows {
 public:
  explicit CommandRows(std::size_t count) : rows_(count), rest_(count) {}

  /** Keeps a command as the row of this index. */
  void write(std::size_t index, const command::CommandInput& in) {
    Row& row = rows_[index];
    row.record = in;
    const bool wide = in.spec != nullptr || in.query != nullptr ||
                      in.instructions.get() != nullptr ||
                      (in.amount | in.transactionId | in.currency | in.refusal) != 0;
    row.record.flags = wide ? kWide : 0;
    if (wide) {
      rest_[index] = in;
    }
  }

  /** Brings the memory of a row that is free to this core, before it is needed. */
  void prepare(std::size_t index) { rows_[index].record.flags = 0; }

  /** Gives every input of the row to a slot. */
  void read(std::size_t index, command::CommandInput& to) const {
    const command::CommandRecord& record = rows_[index].record;
    if (record.flags == kWide) {
      to = rest_[index];
      return;
    }
    static_cast<command::CommandRecord&>(to) = record;
    to.amount = 0;
    to.transactionId = 0;
    to.currency = 0;
    to.spec = nullptr;
    to.refusal = 0;
    to.query = nullptr;
    to.instructions.clear();
  }

 private:
  /** In the flags of a row, which the stages do not look at. */
  static constexpr u8 kWide = 1;

  struct alignas(64) Row {
    command::CommandRecord record;
  };

  std::vector<Row> rows_;
  std::vector<command::CommandInput> rest_;
};

}  // namespace tandem::ingress
