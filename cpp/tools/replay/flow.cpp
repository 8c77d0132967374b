#include "flow.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "../wal/arguments.hpp"

namespace tandem::tool {
namespace {

namespace type = command::type;

constexpr std::string_view kVersionLine = "#tandem-csv 1";
constexpr std::string_view kMagic = "#tandem-csv";
constexpr std::string_view kHeader =
    "timeNs,symbol,command,userId,orderId,side,type,price,quantity";
constexpr i64 kMin = std::numeric_limits<i64>::min();
constexpr i64 kMax = std::numeric_limits<i64>::max();

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

/** The user who owns an order where a file names none. */
i64 userOf(i64 orderId) { return 1 + (orderId % 1000 + 1000) % 1000; }

std::string quoted(std::string_view value) {
  constexpr std::size_t kShown = 60;
  std::string shown = "\"";
  for (const char c : value.substr(0, kShown)) {
    shown += static_cast<unsigned char>(c) < ' ' || c == 127 ? '?' : c;
  }
  return shown + (value.size() > kShown ? "\"..." : "\"");
}

[[noreturn]] void bad(const std::string& place, std::string_view what, std::string_view value,
                      const std::string& expected) {
  throw BadInputException(place + ": " + std::string(what) + " is " + quoted(value) +
                          ", expected " + expected);
}

/** Splits a text into lines and comma-separated fields, in place; lines end in LF or CRLF. */
class LineScanner {
 public:
  LineScanner(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  /** Goes to the next line; false at the end. */
  bool next() {
    if (rest_.empty()) {
      return false;
    }
    number_++;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    if (end > kLongest) {
      bad(place(), "line", line_.substr(0, kShown),
          "at most " + std::to_string(kLongest) + " characters");
    }
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line_.ends_with('\r')) {
      line_.remove_suffix(1);
    }
    split();
    return true;
  }

  i64 number() const { return number_; }
  std::string place() const { return file_ + ":" + std::to_string(number_); }
  std::string_view line() const { return line_; }
  bool isBlankOrComment() const { return line_.empty() || line_[0] == '#'; }

  void expectFields() const {
    if (count_ != kFields) {
      bad(place(), "line", line_,
          std::to_string(kFields) + " fields (" + std::string(kHeader) + ") but it has " +
              std::to_string(count_));
    }
  }

  std::string_view text(Field field) const { return fields_[field]; }
  bool isEmpty(Field field) const { return fields_[field].empty(); }

  /** A decimal number within limits, both included. */
  i64 numberAt(Field field, std::string_view name, i64 min, i64 max) const {
    std::string_view digits = fields_[field];
    const bool negative = digits.starts_with('-');
    digits.remove_prefix(negative ? 1 : 0);
    // Summed on the negative side, which holds one number more.
    i64 value = 0;
    bool whole = !digits.empty();
    for (const char each : digits) {
      const int digit = each - '0';
      whole = whole && digit >= 0 && digit <= 9 &&
              !__builtin_mul_overflow(value, i64{10}, &value) &&
              !__builtin_sub_overflow(value, i64{digit}, &value);
    }
    if (!whole || (!negative && value == kMin)) {
      wrong(field, name, expected(min, max));
    }
    value = negative ? value : -value;
    if (value < min || value > max) {
      wrong(field, name, expected(min, max));
    }
    return value;
  }

  [[noreturn]] void wrong(Field field, std::string_view name, const std::string& expected) const {
    bad(place(), name, fields_[field], expected);
  }

 private:
  static constexpr std::size_t kLongest = 1 << 12;
  static constexpr std::size_t kMostFields = 128;
  /** Characters of a line that is too long, in the message. */
  static constexpr std::size_t kShown = 40;

  static std::string expected(i64 min, i64 max) {
    if (min == kMin && max == kMax) {
      return "a whole number of 64 bits";
    }
    if (max == kMax) {
      return std::string("a whole number, at least ") + std::to_string(min);
    }
    return std::string("a whole number from ") + std::to_string(min) + " to " + std::to_string(max);
  }

  void split() {
    count_ = 0;
    std::string_view left = line_;
    while (true) {
      const std::size_t comma = left.find(',');
      if (count_ < kFields) {
        fields_[count_] = left.substr(0, comma);
      }
      count_++;
      if (comma == std::string_view::npos) {
        return;
      }
      if (count_ == kMostFields) {
        throw BadInputException(place() + ": more than " + std::to_string(kMostFields) + " fields");
      }
      left.remove_prefix(comma + 1);
    }
  }

  std::string_view rest_;
  std::string_view line_;
  const std::string& file_;
  std::array<std::string_view, kFields> fields_;
  std::size_t count_ = 0;
  i64 number_ = 0;
};

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file) : lines_(text, file) {
    flow_.file = file;
  }

  Flow read() {
    if (!lines_.next() || lines_.line() != kVersionLine) {
      throw BadInputException(flow_.file + ":1: expected \"" + std::string(kVersionLine) + "\"");
    }
    if (!lines_.next() || lines_.line() != kHeader) {
      throw BadInputException(flow_.file + ":2: expected the header " + std::string(kHeader));
    }
    while (lines_.next()) {
      if (!lines_.isBlankOrComment()) {
        readLine();
      }
    }
    if (flow_.commands.empty()) {
      throw BadInputException(flow_.file + ": has no commands");
    }
    return std::move(flow_);
  }

 private:
  void readLine() {
    lines_.expectFields();
    FlowCommand c{};
    c.timeNs = lines_.numberAt(kTime, "timeNs", 1, kMax);
    if (c.timeNs < lastTime_) {
      lines_.wrong(kTime, "timeNs", "not less than the one before, " + std::to_string(lastTime_));
    }
    lastTime_ = c.timeNs;
    c.type = typeOf();
    const bool place = c.type == type::kPlace;
    const bool priced = place || c.type == type::kMove;
    if (!type::isAdministrative(c.type)) {
      c.orderId = lines_.numberAt(kOrder, "orderId", kMin, kMax);
      c.userId =
          lines_.isEmpty(kUser) ? userOf(c.orderId) : lines_.numberAt(kUser, "userId", 1, kMax);
    } else {
      expectEmpty(kOrder, "orderId");
      expectEmpty(kUser, "userId");
    }
    if (priced) {
      c.price = lines_.numberAt(kPrice, "price", kMin, kMax);
    } else if (c.type == type::kUncross && !lines_.isEmpty(kPrice)) {
      c.price = lines_.numberAt(kPrice, "price", 1, kMax);
    } else {
      expectEmpty(kPrice, "price");
    }
    c.quantity = quantityOf(c.type, priced);
    c.side = place ? oneOf(kSide, "side", "B", command::kBuy, "S", command::kSell) : command::kBuy;
    c.orderType =
        place ? oneOf(kType, "type", "GTC", command::kGtc, "IOC", command::kIoc) : command::kGtc;
    if (!place) {
      expectEmpty(kSide, "side");
      expectEmpty(kType, "type");
    }
    c.symbol = symbolOf();
    c.line = lines_.number();
    flow_.commands.push_back(c);
  }

  u8 typeOf() const {
    for (const NamedType& known : kCommands) {
      if (lines_.text(kCommand) == known.name) {
        return known.code;
      }
    }
    lines_.wrong(kCommand, "command", "PLACE, CANCEL, REDUCE, MOVE, START_AUCTION or UNCROSS");
  }

  i64 quantityOf(u8 code, bool priced) const {
    if (priced || code == type::kReduce) {
      return lines_.numberAt(kLots, "quantity", kMin, kMax);
    }
    if (code == type::kStartAuction) {
      expectEmpty(kLots, "quantity");
    } else if (!lines_.isEmpty(kLots)) {
      return lines_.numberAt(kLots, "quantity", 0, kMax);
    }
    return Flow::kUnchecked;
  }

  u8 oneOf(Field field, std::string_view name, std::string_view one, u8 code,
           std::string_view other, u8 otherCode) const {
    if (lines_.text(field) == one) {
      return code;
    }
    if (lines_.text(field) != other) {
      lines_.wrong(field, name, std::string(one) + " or " + std::string(other));
    }
    return otherCode;
  }

  void expectEmpty(Field field, std::string_view name) const {
    if (!lines_.isEmpty(field)) {
      lines_.wrong(field, name, "nothing for " + std::string(lines_.text(kCommand)));
    }
  }

  i32 symbolOf() {
    const i64 id = lines_.numberAt(kSymbol, "symbol", 0, std::numeric_limits<i32>::max());
    if (id != lastSymbol_) {
      const auto known = symbols_.try_emplace(id, static_cast<i32>(flow_.symbols.size()));
      if (known.second) {
        flow_.symbols.push_back(std::to_string(id));
      }
      lastSymbol_ = id;
      lastIndex_ = known.first->second;
    }
    return lastIndex_;
  }

  LineScanner lines_;
  Flow flow_;
  std::map<i64, i32> symbols_;
  i64 lastSymbol_ = -1;
  i32 lastIndex_ = 0;
  i64 lastTime_ = 0;
};

/** Refuses what is no csv of Tandem's, by what it is. */
void refuseOthers(std::string_view text, const std::string& file) {
  const auto begins = [text](std::string_view with) { return text.starts_with(with); };
  if (begins("\x28\xb5\x2f\xfd")) {
    throw BadInputException(file +
                            ": is zstd-compressed, which tandem-cpp does not read: zstd -dc " +
                            file + " | tandem-cpp replay -");
  }
  if (begins("100_WBEM") || begins("cmdNo,bizIndex,")) {
    throw BadInputException(file + ": is " + (begins("cmd") ? "an sse day" : "a book-workload") +
                            ", which only ./tandem replay reads; tandem-cpp reads Tandem's csv");
  }
  if (text.empty()) {
    throw BadInputException(file + ": is empty");
  }
  if (!begins(kMagic)) {
    bad(file + ":1", "first line", text.substr(0, 128).substr(0, text.find('\n')),
        std::string("\"").append(kVersionLine).append("\""));
  }
}

/** All users together own at most this much of a currency, so that no sum can overflow. */
constexpr i64 kMaxSupply = i64{1} << 62;
constexpr i64 kFunding = 1'000'000'000'000'000;

i64 fundingOf(std::size_t users) {
  return users == 0 ? 0 : std::min(kFunding, kMaxSupply / static_cast<i64>(users));
}

}  // namespace

Flow Flow::read(std::string_view text, const std::string& file) {
  refuseOthers(text, file);
  return CsvReader(text, file).read();
}

std::vector<i64> Flow::users() const {
  std::vector<i64> ids;
  for (const FlowCommand& c : commands) {
    if (c.userId > 0) {
      ids.push_back(c.userId);
    }
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

void Flow::fill(std::size_t i, command::CommandInput& in) const {
  const FlowCommand& c = commands[i];
  in = command::CommandInput();
  in.type = c.type;
  in.timestampNs = c.timeNs;
  in.symbol = c.symbol;
  if (type::isAdministrative(c.type)) {
    return;
  }
  in.userId = c.userId;
  in.orderId = c.orderId;
  if (c.type != type::kCancel) {
    in.side = c.side;
    in.orderType = c.orderType;
    in.price = c.price;
    in.quantity = c.quantity;
  }
}

Setup::Setup(const Flow& flow, bool risk)
    : symbols_(flow.symbols.size()),
      users_(risk ? flow.users() : std::vector<i64>()),
      funding_(fundingOf(users_.size())),
      // The commands' own time: a clock would make every run's event hash another one.
      timeNs_(std::max(i64{1}, flow.commands.front().timeNs)) {}

void Setup::fill(std::size_t i, command::CommandInput& in) const {
  in = command::CommandInput();
  in.timestampNs = timeNs_;
  if (i < symbols_) {
    const auto symbol = static_cast<i32>(i);
    in.type = type::kAddSymbol;
    in.symbol = symbol;
    in.hasSpec = true;
    in.spec = {symbol, Flow::kFirstBaseCurrency + symbol, Flow::kQuoteCurrency, 1, 1, 0, 0};
    return;
  }
  const std::size_t rest = i - symbols_;
  const auto step = static_cast<i32>(rest % (symbols_ + 2));
  in.userId = users_[rest / (symbols_ + 2)];
  in.type = step == 0 ? type::kAddUser : type::kAdjustBalance;
  if (step != 0) {
    in.currency = step == 1 ? Flow::kQuoteCurrency : Flow::kFirstBaseCurrency + step - 2;
    in.amount = funding_;
    // Its number is the transaction's, for those must rise.
    in.transactionId = step;
  }
}

}  // namespace tandem::tool
