#include "sse_reader.hpp"

#include <limits>
#include <string>
#include <utility>

#include "../wal/arguments.hpp"
#include "flow_files.hpp"

namespace tandem::tool {
namespace {

constexpr i64 kAny = std::numeric_limits<i64>::max();

}  // namespace

Flow SseReader::read(const InputFile& file) {
  SseReader reader(file);
  reader.flow_.symbols.push_back({FlowFiles::symbolName(file.name), file.name, kTick});
  LineScanner& lines = reader.lines_;
  if (!lines.next() || lines.line() != kHeader) {
    throw BadInputException(file.name + ":1: expected the header " + std::string(kHeader));
  }
  while (lines.next()) {
    reader.readLine();
  }
  return std::move(reader.flow_);
}

void SseReader::readLine() {
  constexpr std::size_t kFields = 10;
  constexpr i64 kDayMs = 86'400'000;
  constexpr i64 kNsPerMs = 1'000'000;
  lines_.expectFields(kFields, kHeader);
  const i64 number = lines_.number(0, "cmdNo", 0, kAny);
  if (number <= lastNumber_) {
    lines_.bad(0, "cmdNo", "more than the one before, " + std::to_string(lastNumber_));
  }
  lastNumber_ = number;
  lines_.number(1, "bizIndex", 0, kAny);
  const i64 time = lines_.number(2, "timeMs", 1, kDayMs);
  if (time < lastTime_) {
    lines_.bad(2, "timeMs", "not less than the one before, " + std::to_string(lastTime_));
  }
  lastTime_ = time;
  const i64 timeNs = time * kNsPerMs;
  enterPhase(number, timeNs);
  if (lines_.is(4, "PLACE")) {
    place(number, timeNs);
  } else if (lines_.is(4, "CANCEL")) {
    cancel(number, timeNs);
  } else if (lines_.is(4, "UNCROSS")) {
    uncross(number, timeNs);
  } else {
    lines_.bad(4, "cmd", "PLACE, CANCEL or UNCROSS");
  }
}

void SseReader::enterPhase(i64 number, i64 timeNs) {
  const std::string_view text = lines_.text(3);
  if (text != "O" && text != "M" && text != "C") {
    lines_.bad(3, "phase", "O (opening call), M (continuous) or C (closing call)");
  }
  const char now = text[0];
  if (now == phase_) {
    return;
  }
  if (now == 'M' && auction_) {
    lines_.bad(3, "phase", "an UNCROSS before continuous trading begins");
  }
  if (now != 'M' && !auction_) {
    FlowCommand start;
    start.type = command::type::kStartAuction;
    start.timeNs = timeNs;
    start.number = number;
    flow_.commands.push_back(start);
    auction_ = true;
  }
  phase_ = now;
}

void SseReader::place(i64 number, i64 timeNs) {
  FlowCommand c;
  c.type = command::type::kPlace;
  c.orderId = orderId();
  c.side = side();
  if (lines_.is(9, "IOC")) {
    c.orderType = command::kIoc;
  } else if (!lines_.is(9, "GTC")) {
    lines_.bad(9, "tif", "GTC or IOC");
  }
  c.price = price();
  c.quantity = quantity();
  add(c, number, timeNs);
}

void SseReader::cancel(i64 number, i64 timeNs) {
  // Not used: the order is known by its id. A malformed file is not to be trusted all the same.
  lines_.number(7, "priceMilli", 0, kAny);
  expectEmpty(9, "tif", "CANCEL");
  FlowCommand c;
  c.type = command::type::kCancel;
  c.orderId = orderId();
  c.side = side();
  c.quantity = quantity();
  add(c, number, timeNs);
}

void SseReader::uncross(i64 number, i64 timeNs) {
  if (!auction_) {
    lines_.bad(4, "cmd", "an UNCROSS only in phase O or C, once");
  }
  auction_ = false;
  lines_.number(5, "orderId", 0, 0);
  expectEmpty(6, "side", "UNCROSS");
  expectEmpty(9, "tif", "UNCROSS");
  FlowCommand c;
  c.type = command::type::kUncross;
  c.quantity = lines_.number(8, "qty", 0, kAny);
  // Where nothing trades there is no price; one that is told all the same is checked.
  const bool none = c.quantity == 0 && lines_.number(7, "priceMilli", 0, kAny) == 0;
  c.price = none ? 0 : price();
  add(c, number, timeNs);
}

void SseReader::expectEmpty(std::size_t field, std::string_view name,
                            std::string_view command) const {
  if (!lines_.isEmpty(field)) {
    lines_.bad(field, name, "nothing for " + std::string(command));
  }
}

i64 SseReader::orderId() const { return lines_.number(5, "orderId", 1, kAny); }

u8 SseReader::side() const {
  if (!lines_.is(6, "B") && !lines_.is(6, "S")) {
    lines_.bad(6, "side", "B or S");
  }
  return lines_.is(6, "B") ? command::kBuy : command::kSell;
}

i64 SseReader::price() const {
  const i64 price = lines_.number(7, "priceMilli", 1, kAny);
  if (price % kTick != 0) {
    lines_.bad(7, "priceMilli", "a multiple of the tick, " + std::to_string(kTick));
  }
  return price / kTick;
}

i64 SseReader::quantity() const { return lines_.number(8, "qty", 1, kAny); }

void SseReader::add(FlowCommand command, i64 number, i64 timeNs) {
  command.timeNs = timeNs;
  command.userId = command.type == command::type::kUncross ? 0 : Flow::userOf(command.orderId);
  command.number = number;
  command.line = lines_.lineNumber();
  flow_.commands.push_back(command);
}

}  // namespace tandem::tool
