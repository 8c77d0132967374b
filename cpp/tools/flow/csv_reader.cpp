#include "csv_reader.hpp"

#include <limits>
#include <string>
#include <utility>

#include "../wal/arguments.hpp"

namespace tandem::tool {
namespace {

namespace type = command::type;

constexpr std::string_view kCsvHeader =
    "timeNs,symbol,command,userId,orderId,side,type,price,quantity";
constexpr i64 kLeast = std::numeric_limits<i64>::min();
constexpr i64 kMost = std::numeric_limits<i64>::max();

enum Field : std::size_t { kTime, kSymbol, kCommand, kUser, kOrder, kSide, kType, kPrice, kLots };
constexpr std::size_t kFields = kLots + 1;

struct NamedType {
  std::string_view name;
  u8 code;
};

/** The commands that the format knows, the frequent ones first. */
constexpr NamedType kCommands[] = {
    {"MOVE", type::kMove},     {"PLACE", type::kPlace},     {"CANCEL", type::kCancel},
    {"REDUCE", type::kReduce}, {"UNCROSS", type::kUncross}, {"START_AUCTION", type::kStartAuction},
};

}  // namespace

Flow CsvReader::readAll() {
  if (!lines_.next() || lines_.line() != kVersionLine) {
    throw BadInputException(file_.name + ":1: expected \"" + std::string(kVersionLine) + "\"");
  }
  if (!lines_.next() || lines_.line() != kCsvHeader) {
    throw BadInputException(file_.name + ":2: expected the header " + std::string(kCsvHeader));
  }
  while (lines_.next()) {
    if (!lines_.isBlankOrComment()) {
      readLine();
    }
  }
  return std::move(flow_);
}

void CsvReader::readLine() {
  lines_.expectFields(kFields, kCsvHeader);
  FlowCommand c;
  c.timeNs = lines_.number(kTime, "timeNs", 1, kMost);
  if (c.timeNs < lastTime_) {
    lines_.bad(kTime, "timeNs", "not less than the one before, " + std::to_string(lastTime_));
  }
  lastTime_ = c.timeNs;
  c.type = typeOf();
  const bool place = c.type == type::kPlace;
  const bool priced = place || c.type == type::kMove;
  if (!type::isAdministrative(c.type)) {
    c.orderId = lines_.number(kOrder, "orderId", kLeast, kMost);
    c.userId =
        lines_.isEmpty(kUser) ? Flow::userOf(c.orderId) : lines_.number(kUser, "userId", 1, kMost);
  } else {
    expectEmpty(kOrder, "orderId");
    expectEmpty(kUser, "userId");
  }
  if (priced) {
    c.price = lines_.number(kPrice, "price", kLeast, kMost);
  } else if (c.type == type::kUncross && !lines_.isEmpty(kPrice)) {
    c.price = lines_.number(kPrice, "price", 1, kMost);
  } else {
    expectEmpty(kPrice, "price");
  }
  c.quantity = quantityOf(c.type, priced);
  if (place) {
    c.side = oneOf(kSide, "side", "B", command::kBuy, "S", command::kSell);
    c.orderType = oneOf(kType, "type", "GTC", command::kGtc, "IOC", command::kIoc);
  } else {
    expectEmpty(kSide, "side");
    expectEmpty(kType, "type");
  }
  c.symbol = symbolOf();
  c.number = static_cast<i64>(flow_.commands.size());
  c.line = lines_.lineNumber();
  flow_.commands.push_back(c);
}

u8 CsvReader::typeOf() const {
  for (const NamedType& known : kCommands) {
    if (lines_.is(kCommand, known.name)) {
      return known.code;
    }
  }
  lines_.bad(kCommand, "command", "PLACE, CANCEL, REDUCE, MOVE, START_AUCTION or UNCROSS");
}

i64 CsvReader::quantityOf(u8 code, bool priced) const {
  if (priced || code == type::kReduce) {
    return lines_.number(kLots, "quantity", kLeast, kMost);
  }
  if (code == type::kStartAuction) {
    expectEmpty(kLots, "quantity");
  } else if (!lines_.isEmpty(kLots)) {
    return lines_.number(kLots, "quantity", 0, kMost);
  }
  return Flow::kUnchecked;
}

u8 CsvReader::oneOf(std::size_t field, std::string_view name, std::string_view one, u8 code,
                    std::string_view other, u8 otherCode) const {
  if (lines_.is(field, one)) {
    return code;
  }
  if (!lines_.is(field, other)) {
    lines_.bad(field, name, std::string(one) + " or " + std::string(other));
  }
  return otherCode;
}

void CsvReader::expectEmpty(std::size_t field, std::string_view name) const {
  if (!lines_.isEmpty(field)) {
    lines_.bad(field, name, "nothing for " + std::string(lines_.text(kCommand)));
  }
}

i32 CsvReader::symbolOf() {
  const i64 id = lines_.number(kSymbol, "symbol", 0, std::numeric_limits<i32>::max());
  if (id != lastSymbol_) {
    const auto known = symbols_.try_emplace(id, static_cast<i32>(flow_.symbols.size()));
    if (known.second) {
      flow_.symbols.push_back({std::to_string(id), file_.name, 1});
    }
    lastSymbol_ = id;
    lastIndex_ = known.first->second;
  }
  return lastIndex_;
}

}  // namespace tandem::tool
