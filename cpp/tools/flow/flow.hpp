#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tandem/command/command.hpp"

namespace tandem::tool {

/** The formats that a flow of commands is read from. */
enum class FlowFormat : std::uint8_t {
  /** Tandem's own, written by "./tandem generate". */
  CSV,
  /** A normalised tick-by-tick day of the Shanghai exchange. */
  SSE,
  /** The binary workload of the public matching-engine benchmark. */
  BOOK_WORKLOAD,
};

/** The name on the command line. */
std::string_view labelOf(FlowFormat format);

/** One command of a flow. */
struct FlowCommand {
  i64 timeNs = 0;
  i64 userId = 0;
  i64 orderId = 0;
  /** Ticks; of UNCROSS the expected price, 0 for none. */
  i64 price = 0;
  /** Lots; of CANCEL and UNCROSS the expected quantity, Flow::kUnchecked for none. */
  i64 quantity = 0;
  /** What outputs call it by. */
  i64 number = 0;
  /** Its line or record in the file, from 1; 0 for a command that no line asked for. */
  i64 line = 0;
  /** Position among the flow's symbols. */
  i32 symbol = 0;
  u8 type = command::type::kNop;
  u8 side = command::kBuy;
  u8 orderType = command::kGtc;
};

/** One symbol of a flow; its position there is its id. */
struct FlowSymbol {
  /** What people call it: the id in a file of many symbols, the file's name otherwise. */
  std::string name;
  /** Where its commands came from, as messages call it. */
  std::string file;
  /** Price units of the file in one tick: outputs are in the file's units. */
  i64 priceUnit = 1;
};

/** Commands in memory, in the order they are to be submitted. */
class Flow {
 public:
  static constexpr i64 kUnchecked = -1;
  /** What everything is paid in; the base currencies of the symbols follow. */
  static constexpr i32 kQuoteCurrency = 1;
  static constexpr i32 kFirstBaseCurrency = 2;

  explicit Flow(FlowFormat of) : format(of) {}

  /** The user who owns an order where a file names none. */
  static i64 userOf(i64 orderId) { return 1 + (orderId % 1000 + 1000) % 1000; }

  FlowFormat format;
  std::vector<FlowSymbol> symbols;
  std::vector<FlowCommand> commands;

  /** Number of commands that no line asked for: the START_AUCTIONs of a recorded day. */
  std::size_t added() const;
  /** Number of commands that the file has. */
  std::size_t fileCommands() const { return commands.size() - added(); }
  /** Whether a command of this flow can be refused only by a mistake: the flow is an oracle. */
  bool isOracle() const { return format == FlowFormat::SSE; }
  /** Whose commands there are, by rising id. */
  std::vector<i64> users() const;
  /** "file:line" of a command, for messages. */
  std::string place(std::size_t i) const;
  /** Writes all inputs of a command. */
  void fill(std::size_t i, command::CommandInput& in) const;
  /** The first commands of it, at most so many. */
  Flow beginning(std::size_t most) const;
};

}  // namespace tandem::tool
