#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tandem/command/command.hpp"

namespace tandem::tool {

/** A command of a flow; its position in the flow is what outputs call it by. */
struct FlowCommand {
  i64 timeNs;
  i64 userId;
  i64 orderId;
  /** Ticks; of UNCROSS the expected price, 0 for none. */
  i64 price;
  /** Lots; of CANCEL and UNCROSS the expected quantity, Flow::kUnchecked for none. */
  i64 quantity;
  /** Of the file, from 1. */
  i64 line;
  /** Position among the flow's symbols. */
  i32 symbol;
  u8 type;
  u8 side;
  u8 orderType;
};

/** Commands in memory, in the order they are to be submitted. */
class Flow {
 public:
  static constexpr i64 kUnchecked = -1;
  /** What everything is paid in; the base currencies of the symbols follow. */
  static constexpr i32 kQuoteCurrency = 1;
  static constexpr i32 kFirstBaseCurrency = 2;

  /**
   * Reads Tandem's own csv, version 1. Throws BadInputException, "file:line: what is wrong", if the
   * text is not that, or has no commands.
   *
   * @param file what messages call it
   */
  static Flow read(std::string_view text, const std::string& file);

  std::string file;
  /** What each symbol is called in the file. */
  std::vector<std::string> symbols;
  std::vector<FlowCommand> commands;

  /** Whose commands there are, by rising id. */
  std::vector<i64> users() const;
  /** "file:line" of a command. */
  std::string place(std::size_t i) const { return file + ":" + std::to_string(commands[i].line); }
  /** Writes all inputs of a command. */
  void fill(std::size_t i, command::CommandInput& in) const;
};

/** The commands before a flow: they make its symbols and users, and pay the users in. */
class Setup {
 public:
  /** Without risk there are no users. */
  Setup(const Flow& flow, bool risk);

  std::size_t users() const { return users_.size(); }
  /** What each user is paid in of each currency; 0 without users. */
  i64 funding() const { return funding_; }
  std::size_t size() const { return symbols_ + users_.size() * (symbols_ + 2); }
  /** Those that make symbols; they come first. */
  std::size_t symbols() const { return symbols_; }
  void fill(std::size_t i, command::CommandInput& in) const;

 private:
  const std::size_t symbols_;
  const std::vector<i64> users_;
  const i64 funding_;
  const i64 timeNs_;
};

}  // namespace tandem::tool
