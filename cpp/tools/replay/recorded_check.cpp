#include "recorded_check.hpp"

#include <algorithm>

#include "../flow/input_file.hpp"
#include "../flow/recorded_day.hpp"

namespace tandem::tool {
namespace {

using Row = RecordedDay::Row;
using Rows = std::vector<Row>;

Rows tradesOf(const Flow& flow, std::size_t symbol, const ReplayResult& result) {
  const i64 unit = flow.symbols[symbol].priceUnit;
  Rows rows;
  for (const ReplayResult::Trade& t : result.keptTrades) {
    const FlowCommand& c = flow.commands[t.command];
    if (static_cast<std::size_t>(c.symbol) == symbol) {
      rows.push_back({c.number, t.taker, t.maker, t.price * unit, t.quantity});
    }
  }
  return rows;
}

/** The rows of a book in the form of RecordedDay::book. */
Rows bookRows(const Flow& flow, std::size_t symbol, const ReplayResult& result) {
  Rows rows;
  for (const ReplayResult::Order& o : result.books) {
    if (o.symbol == symbol) {
      rows.push_back({o.side, o.price * flow.symbols[symbol].priceUnit, o.orderId, o.quantity});
    }
  }
  return rows;
}

std::string text(const Rows& rows, std::size_t i) {
  if (i >= rows.size()) {
    return "nothing";
  }
  std::string text;
  for (const i64 value : rows[i]) {
    text.append(text.empty() ? "[" : ", ").append(std::to_string(value));
  }
  return text + "]";
}

/** Compares rows with the recorded ones, in order. */
RecordedCheck::Outcome compare(const std::filesystem::path& file, const Rows& got,
                               const Rows& recorded) {
  RecordedCheck::Outcome outcome{file, 0, static_cast<i64>(recorded.size())};
  for (std::size_t i = 0; i < std::max(got.size(), recorded.size()); i++) {
    if (i < got.size() && i < recorded.size() && got[i] == recorded[i]) {
      outcome.equal++;
    } else if (outcome.isEqual()) {
      // The first line of the file is its header.
      outcome.firstDifference = file.string() + ":" + std::to_string(i + 2) + ": got " +
                                text(got, i) + ", " + text(recorded, i) + " is recorded";
    }
  }
  return outcome;
}

RecordedCheck::Outcome packed(const std::filesystem::path& file) {
  RecordedCheck::Outcome outcome{file};
  outcome.isPacked = true;
  return outcome;
}

}  // namespace

bool RecordedCheck::has(const Flow& flow, const std::string& kind) {
  bool found = false;
  if (flow.isOracle()) {
    for (const FlowSymbol& symbol : flow.symbols) {
      const auto file = RecordedDay::beside(symbol.file, kind);
      if (file && !file->isPacked) {
        // One that cannot be read is told before the run, not behind it.
        InputFile::check(file->path.string());
        found = true;
      }
    }
  }
  return found;
}

std::vector<RecordedCheck::Outcome> RecordedCheck::check(const Flow& flow,
                                                         const ReplayResult& result) {
  std::vector<Outcome> outcomes;
  if (!flow.isOracle()) {
    return outcomes;
  }
  for (std::size_t s = 0; s < flow.symbols.size(); s++) {
    const auto trades = RecordedDay::beside(flow.symbols[s].file, "trades");
    if (trades && result.isComplete()) {
      outcomes.push_back(trades->isPacked ? packed(trades->path)
                                          : compare(trades->path, tradesOf(flow, s, result),
                                                    RecordedDay::trades(trades->path)));
    }
    const auto book = RecordedDay::beside(flow.symbols[s].file, "finalbook");
    if (book) {
      outcomes.push_back(book->isPacked ? packed(book->path)
                                        : compare(book->path, bookRows(flow, s, result),
                                                  RecordedDay::book(book->path)));
    }
  }
  return outcomes;
}

}  // namespace tandem::tool
