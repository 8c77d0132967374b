#include "tandem/statemachine/state_restore.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "tandem/matching/icebergs.hpp"
#include "tandem/state/invalid_image_exception.hpp"
#include "tandem/state/stop_rows.hpp"
#include "tandem/state/symbol_rows.hpp"

namespace tandem::statemachine {

using command::CommandInput;
using command::ResultCode;
using command::SymbolSpec;
using state::InvalidImageException;
using state::Table;
using state::TableKind;
namespace stop_rows = state::stop_rows;
namespace symbol_rows = state::symbol_rows;
namespace type = command::type;

namespace {

template <class Shards>
auto& ownerOf(i64 id, Shards& shards) {
  return shards[shardOf(id, static_cast<u32>(shards.size()))];
}

[[noreturn]] void wrongRows(const Table& table, std::size_t expected) {
  throw InvalidImageException(std::string(nameOf(table.kind())) + " has " +
                              std::to_string(table.rows()) + " rows, expected " +
                              std::to_string(expected));
}

void requireAll(const Table& table, std::size_t rows) {
  if (table.rows() != rows) {
    wrongRows(table, rows);
  }
}

/** Where a group of so many rows ends, which another table counts. */
std::size_t endOf(const Table& table, std::size_t first, i64 count) {
  const std::size_t left = table.rows() - first;
  if (count < 0 || bitsOf(count) > left) {
    wrongRows(table, first + static_cast<std::size_t>(std::max(count, i64{0})));
  }
  return first + static_cast<std::size_t>(count);
}

std::string textOf(const command::Naming& naming) {
  return "Naming[name=" + naming.text() + ", decimals=" + std::to_string(naming.decimals) +
         ", quantityDecimals=" + std::to_string(naming.quantityDecimals) + "]";
}

std::string textOf(const SymbolSpec& spec) {
  return "SymbolSpec[symbol=" + std::to_string(spec.symbol) +
         ", baseCurrency=" + std::to_string(spec.baseCurrency) +
         ", quoteCurrency=" + std::to_string(spec.quoteCurrency) +
         ", lotScale=" + std::to_string(spec.lotScale) +
         ", tickScale=" + std::to_string(spec.tickScale) +
         ", makerFeePpm=" + std::to_string(spec.makerFeePpm) +
         ", takerFeePpm=" + std::to_string(spec.takerFeePpm) +
         ", limits=LotLimits[lotStep=" + std::to_string(spec.limits.lotStep) +
         ", minLots=" + std::to_string(spec.limits.minLots) +
         ", maxLots=" + std::to_string(spec.limits.maxLots) +
         ", maxValue=" + std::to_string(spec.limits.maxValue) +
         "], protectionPoints=" + std::to_string(spec.protectionPoints) +
         ", naming=" + textOf(spec.naming) + "]";
}

std::string hex(i64 word) {
  char bits[24];
  std::snprintf(bits, sizeof bits, "%llx", static_cast<unsigned long long>(word));
  return bits;
}

std::string textOf(i64 orderId, i32 symbol) {
  return "order " + std::to_string(orderId) + " of symbol " + std::to_string(symbol);
}

}  // namespace

StateRestore::StateRestore(const state::StateImage& image, Admission& admission, RiskShards& risk,
                           MatchingShards& matching, Results& results)
    : image_(image), admission_(admission), risk_(risk), matching_(matching), results_(results) {
  for (const auto& shard : risk_) {
    accounts_.push_back(shard->restore());
  }
}

void StateRestore::run() {
  if ((image_.riskShards() == 0) != risk_.empty()) {
    throw InvalidImageException(
        image_.riskShards() == 0
            ? "an image without users cannot be restored into a kernel with a risk stage"
            : "an image with users cannot be restored into a kernel without a risk stage");
  }
  if (risk_.empty()) {
    for (const TableKind kind : {TableKind::kUsers, TableKind::kBalances, TableKind::kCurrencies}) {
      requireAll(table(kind), 0);
    }
  }
  clients();
  currencyNames();
  currencies();
  users();
  orders();
  suspendAndCheck();
  results();
}

void StateRestore::clients() {
  const Table& clients = table(TableKind::kClients);
  for (std::size_t row = 0; row < clients.rows(); row++) {
    const i64 key = clients.word(row, 0);
    const i64 highest = clients.word(row, 1);
    const auto window = clients.row(row).subspan(2);
    const auto codes = window.first(ClientCodes::kWords);
    if (!admission_.restore(key, highest, codes, window.subspan(ClientCodes::kWords))) {
      throw InvalidImageException("client " + std::to_string(key) +
                                  " comes twice, is none, or has a sum of what was not seen");
    }
    results_.restoreClient(highest, codes);
  }
}

void StateRestore::currencyNames() {
  const Table& names = table(TableKind::kCurrencyNames);
  for (std::size_t row = 0; row < names.rows(); row++) {
    const auto currency = static_cast<i32>(names.word(row, 0));
    const command::Naming naming = symbol_rows::naming(names, row, 1);
    if (!naming.isOfCurrency() ||
        admission_.names().addCurrency(currency, naming) != ResultCode::kPending) {
      throw InvalidImageException("currency " + std::to_string(currency) +
                                  " comes twice, or has no name of its own: " + textOf(naming));
    }
  }
}

void StateRestore::currencies() {
  const Table& currencies = table(TableKind::kCurrencies);
  for (std::size_t row = 0; row < currencies.rows(); row++) {
    for (std::size_t shard = 0; shard < accounts_.size(); shard++) {
      // The shards' fees are added up: one of them may have all.
      const i64 fees = shard == 0 ? currencies.word(row, 1) : 0;
      accounts_[shard].currency(static_cast<i32>(currencies.word(row, 0)), fees,
                                currencies.word(row, 2));
    }
    supplies_.currency(static_cast<i32>(currencies.word(row, 0)), currencies.word(row, 1),
                       currencies.word(row, 2));
  }
}

risk::RiskRestore& StateRestore::accountsOf(i64 userId) { return ownerOf(userId, accounts_); }

matching::MatchingEngine& StateRestore::matchingOf(i32 symbol) {
  return *ownerOf(symbol, matching_);
}

void StateRestore::users() {
  const Table& users = table(TableKind::kUsers);
  const Table& balances = table(TableKind::kBalances);
  std::size_t balance = 0;
  for (std::size_t row = 0; row < users.rows(); row++) {
    const i64 userId = users.word(row, 0);
    risk::RiskRestore& shard = accountsOf(userId);
    shard.user(userId, {users.word(row, 3), bitsOf(users.word(row, 4))});
    if (const i64 group = users.word(row, 5); group != 0) {
      shard.group(group);
      for (const auto& each : matching_) {
        each->group(userId, group);
      }
    }
    for (risk::RiskRestore& other : accounts_) {
      if (&other != &shard) {
        other.otherUser(userId);
      }
    }
    for (const std::size_t end = endOf(balances, balance, users.word(row, 2)); balance < end;
         balance++) {
      const auto currency = static_cast<i32>(balances.word(balance, 0));
      const i64 available = balances.word(balance, 1);
      const i64 held = balances.word(balance, 2);
      shard.balance(currency, available, held);
      supplies_.owned(currency, available + held);
    }
  }
  requireAll(balances, balance);
  // Before the orders: they move what users own, and nothing checks sums there.
  supplies_.finish();
}

void StateRestore::orders() {
  const Table& symbols = table(TableKind::kSymbols);
  const Table& orders = table(TableKind::kOrders);
  const Table& stops = table(TableKind::kStops);
  std::size_t order = 0;
  std::size_t stop = 0;
  std::size_t time = 0;
  std::size_t iceberg = 0;
  for (std::size_t row = 0; row < symbols.rows(); row++) {
    const SymbolSpec spec = symbol_rows::spec(symbols, row);
    matching::OrderBook& book = addSymbol(spec);
    for (const u8 side : {command::kBuy, command::kSell}) {
      const std::size_t end = endOf(orders, order, symbol_rows::orders(symbols, row, side));
      for (; order < end; order++) {
        insert(book, spec.symbol, side, order);
      }
    }
    iceberg = restoreIcebergs(book, spec.symbol, iceberg);
    const i64 last = symbol_rows::lastPrice(symbols, row);
    if (last < 0) {
      throw InvalidImageException("symbol " + std::to_string(spec.symbol) + " has last traded at " +
                                  std::to_string(last));
    }
    book.lastPrice(last);
    const std::size_t firstStop = stop;
    for (const std::size_t end = endOf(stops, stop, symbol_rows::stops(symbols, row)); stop < end;
         stop++) {
      restoreStop(book, spec.symbol, stop);
    }
    const u32 state = symbol_rows::state(symbols, row);
    if (!command::symbol_state::isKnown(state)) {
      throw InvalidImageException("symbol " + std::to_string(spec.symbol) + " is in state " +
                                  std::to_string(static_cast<i32>(state)));
    }
    const bool isAuction =
        static_cast<command::SymbolState>(state) == command::SymbolState::kAuction;
    time = restoreTimed(book, spec.symbol, isAuction, time);
    requireTimed(book, spec.symbol, firstStop, stop);
    if (!book.enter(static_cast<command::SymbolState>(state))) {
      throw InvalidImageException("the book of symbol " + std::to_string(spec.symbol) + " crosses");
    }
  }
  requireAll(orders, order);
  requireAll(stops, stop);
  requireAll(table(TableKind::kTimed), time);
  requireAll(table(TableKind::kIcebergs), iceberg);
}

matching::OrderBook& StateRestore::addSymbol(const SymbolSpec& spec) {
  if (!spec.isValid()) {
    throw InvalidImageException("symbol " + std::to_string(spec.symbol) +
                                " is impossible: " + textOf(spec));
  }
  const ResultCode fault = admission_.names().addSymbol(spec);
  if (fault != ResultCode::kPending) {
    throw InvalidImageException(
        "symbol " + std::to_string(spec.symbol) +
        (fault == ResultCode::kSymbolExists ? " comes twice" : " has another's name"));
  }
  CommandInput in;
  in.type = type::kAddSymbol;
  in.symbol = spec.symbol;
  in.spec = command::shared(spec);
  command_.input(in);
  command_.clearOutput();
  for (const auto& shard : risk_) {
    shard->hold(command_, true);
  }
  matching::MatchingEngine& shard = matchingOf(spec.symbol);
  shard.match(command_);
  return *shard.book(spec.symbol);
}

void StateRestore::insert(matching::OrderBook& book, i32 symbol, u8 side, std::size_t row) {
  const Table& orders = table(TableKind::kOrders);
  const i64 modes = orders.word(row, 4);
  const u8 postOnly = command::Instructions::postOnlyOf(modes);
  const command::SelfTrade selfTrade = command::Instructions::selfTradeOf(modes);
  if (!command::Instructions::isKnown(modes) ||
      (postOnly != 0 && selfTrade != command::SelfTrade::kNone)) {
    throw InvalidImageException(textOf(orders.word(row, 0), symbol) + " has modes " + hex(modes));
  }
  const i64 filled = orders.word(row, 5);
  if (filled < 0) {
    throw InvalidImageException(textOf(orders.word(row, 0), symbol) + " has " +
                                std::to_string(filled) + " filled lots");
  }
  prepare(symbol, side, orders.word(row, 0), orders.word(row, 1), orders.word(row, 2),
          orders.word(row, 3));
  hold();
  if (!command_.isRejected()) {
    const i64 lots = book.insert({side, command_.terms, command_.holdTag, command_.price,
                                  command_.quantity, command_.orderId, command_.userId});
    command_.result = static_cast<ResultCode>(lots < 0 ? -lots : 0);
  }
  requireAccepted();
  book.modes(command_.orderId, postOnly, selfTrade);
  book.addFilled(command_.orderId, filled);
  if (!risk_.empty()) {
    ownerOf(command_.userId, risk_)->restoreFilled(command_.holdTag, filled);
  }
}

std::size_t StateRestore::restoreIcebergs(matching::OrderBook& book, i32 symbol, std::size_t from) {
  const Table& icebergs = table(TableKind::kIcebergs);
  std::size_t row = from;
  for (; row < icebergs.rows() && icebergs.word(row, 0) == symbol; row++) {
    const i64 display = icebergs.word(row, 2);
    const i64 hidden = icebergs.word(row, 3);
    if (!matching::Icebergs::restore(book, icebergs.word(row, 1), display, hidden)) {
      throw InvalidImageException(textOf(icebergs.word(row, 1), symbol) + " hides " +
                                  std::to_string(hidden) + " lots and shows " +
                                  std::to_string(display) + " at most");
    }
  }
  return row;
}

/** Whether an order may sleep or wait so, whose row begins with this word. */
bool isPossible(const matching::StopView& stop, i64 head) {
  if (stop.side > 1 || !command::order_terms::isKnown(stop.terms) ||
      !command::order_terms::hasTrigger(stop.terms) ||
      command::order_terms::contradict(stop.terms) ||
      stop.selfTrade > command::SelfTrade::kDecrement ||
      head != stop_rows::head(stop.side, stop.terms, stop.isWaiting, stop.selfTrade, stop.inPpm)) {
    return false;
  }
  if (command::order_terms::trails(stop.terms) && !stop.isWaiting) {
    return stop.trigger == 0 && stop.best >= 0 &&
           command::Instructions::isOffset(stop.offset, stop.inPpm);
  }
  return stop.trigger > 0 && stop.best == 0 && stop.offset == 0 && !stop.inPpm;
}

void StateRestore::restoreStop(matching::OrderBook& book, i32 symbol, std::size_t row) {
  const Table& stops = table(TableKind::kStops);
  const i64 head = stops.word(row, 0);
  const matching::StopView stop{
      stop_rows::side(head), stop_rows::terms(head), stop_rows::isWaiting(head),
      stops.word(row, 1),    stops.word(row, 2),     stops.word(row, 3),
      stops.word(row, 4),    stops.word(row, 5),     stop_rows::selfTrade(head),
      stops.word(row, 6),    stops.word(row, 7),     stop_rows::isInPpm(head),
      stops.word(row, 8)};
  if (!isPossible(stop, head)) {
    throw InvalidImageException(textOf(stop.orderId, symbol) + " sleeps with " + hex(head) +
                                " until " + std::to_string(stop.trigger) + ", " +
                                std::to_string(stop.offset) + " behind " +
                                std::to_string(stop.best));
  }
  prepare(symbol, stop.side, stop.orderId, stop.userId, stop.limit, stop.quantity);
  if (stop.linked != 0) {
    command_.instructions.extend().words[command::Instructions::kLinkedOrder] = stop.linked;
  }
  hold();
  if (!command_.isRejected() && !matchingOf(symbol).restoreStop(book, stop, command_.holdTag)) {
    command_.result = ResultCode::kInvalidTrigger;
  }
  if (stop.linked != 0 && !command_.isRejected() &&
      !matchingOf(symbol).restoreLink(book, stop.orderId, stop.linked)) {
    command_.result = ResultCode::kInvalidLinkedOrder;
  }
  requireAccepted();
}

std::size_t StateRestore::restoreTimed(matching::OrderBook& book, i32 symbol, bool isAuction,
                                       std::size_t from) {
  const Table& timed = table(TableKind::kTimed);
  const i64 least = isAuction ? matching::TimedOrders::kAuction : matching::TimedOrders::kSession;
  std::size_t row = from;
  for (; row < timed.rows() && timed.word(row, 0) == symbol; row++) {
    const i64 time = timed.word(row, 2);
    if (time < least || !matchingOf(symbol).restoreTimed(book, timed.word(row, 1), time)) {
      throw InvalidImageException(textOf(timed.word(row, 1), symbol) +
                                  " ends by time twice, or is not there, or expires at " +
                                  std::to_string(time));
    }
  }
  return row;
}

void StateRestore::requireTimed(matching::OrderBook& book, i32 symbol, std::size_t from,
                                std::size_t end) {
  const Table& stops = table(TableKind::kStops);
  for (std::size_t row = from; row < end; row++) {
    const i64 head = stops.word(row, 0);
    const i64 orderId = stops.word(row, 1);
    using matching::TimedOrders;
    const i64 time = book.timed() == nullptr ? TimedOrders::kNever : book.timed()->timeOf(orderId);
    const u8 terms = stop_rows::terms(head);
    const bool isForDay = command::order_terms::endsWithSession(terms);
    if (command::order_terms::expires(terms)
            ? time <= 0
            : time != (isForDay ? TimedOrders::kSession : TimedOrders::kNever)) {
      throw InvalidImageException(textOf(orderId, symbol) + " sleeps with " + hex(head) +
                                  ", which its time in force does not fit");
    }
  }
}

void StateRestore::prepare(i32 symbol, u8 side, i64 orderId, i64 userId, i64 price, i64 quantity) {
  if (orderId == 0 || price <= 0 || quantity <= 0) {
    throw InvalidImageException(textOf(orderId, symbol) + " has price " + std::to_string(price) +
                                " and " + std::to_string(quantity) + " open lots");
  }
  CommandInput in;
  in.type = type::kPlace;
  in.symbol = symbol;
  in.side = side;
  in.orderId = orderId;
  in.userId = userId;
  in.price = price;
  in.quantity = quantity;
  command_.input(in);
  command_.clearOutput();
}

void StateRestore::hold() {
  if (!risk_.empty()) {
    ownerOf(command_.userId, risk_)->hold(command_, true);
  }
}

void StateRestore::requireAccepted() const {
  if (command_.isRejected()) {
    throw InvalidImageException(textOf(command_.orderId, command_.symbol) +
                                " is refused: " + command::nameOf(command_.result));
  }
}

void StateRestore::suspendAndCheck() {
  const Table& users = table(TableKind::kUsers);
  const Table& balances = table(TableKind::kBalances);
  std::size_t balance = 0;
  for (std::size_t row = 0; row < users.rows(); row++) {
    const i64 userId = users.word(row, 0);
    risk::RiskRestore& shard = accountsOf(userId);
    for (const std::size_t end = endOf(balances, balance, users.word(row, 2)); balance < end;
         balance++) {
      shard.checkHeld(userId, balances.word(balance, 1), balances.word(balance, 2));
    }
    if (users.word(row, 1) != 0) {
      shard.suspend(userId);
    }
  }
}

void StateRestore::results() {
  const Table& row = table(TableKind::kResults);
  requireAll(row, 1);
  image_.checkResults();
  Results::Saved words;
  const auto from = row.row(0);
  std::copy(from.begin(), from.end(), words.begin());
  results_.restore(words);
  admission_.restoreTime(static_cast<i64>(words.back()));
}

}  // namespace tandem::statemachine
