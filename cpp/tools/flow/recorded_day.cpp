#include "recorded_day.hpp"

#include <algorithm>
#include <limits>

#include "../wal/arguments.hpp"
#include "line_scanner.hpp"
#include "tandem/command/side.hpp"

namespace tandem::tool {
namespace {

/** The header of a file of trades; its rows are whole numbers. */
constexpr std::string_view kTradesHeader = "cmdNo,takerOrBuyId,makerOrSellId,priceMilli,qty";

/** The header of a file that holds a book; a side is B or S, and 0 or 1 in a row. */
constexpr std::string_view kBookHeader = "side,priceMilli,orderId,qty";

i64 sideOf(const LineScanner& lines, std::size_t field) {
  if (!lines.is(field, "B") && !lines.is(field, "S")) {
    lines.bad(field, "side", "B or S");
  }
  return lines.is(field, "B") ? command::kBuy : command::kSell;
}

std::vector<std::string_view> namesOf(std::string_view header) {
  std::vector<std::string_view> names;
  while (true) {
    const std::size_t comma = header.find(',');
    names.push_back(header.substr(0, comma));
    if (comma == std::string_view::npos) {
      return names;
    }
    header.remove_prefix(comma + 1);
  }
}

std::vector<RecordedDay::Row> rowsOf(const std::filesystem::path& path, std::string_view header) {
  const std::vector<std::string_view> names = namesOf(header);
  const InputFile file = InputFile::read(path.string());
  LineScanner lines(file);
  if (!lines.next()) {
    throw BadInputException(file.name + ": is empty");
  }
  if (lines.line() != header) {
    badInput(lines.place(), "header", lines.line(), std::string(header));
  }
  std::vector<RecordedDay::Row> rows;
  while (lines.next()) {
    lines.expectFields(names.size(), header);
    RecordedDay::Row row;
    for (std::size_t i = 0; i < names.size(); i++) {
      row.push_back(names[i] == "side"
                        ? sideOf(lines, i)
                        : lines.number(i, names[i], 0, std::numeric_limits<i64>::max()));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::optional<RecordedDay::File> RecordedDay::beside(const std::string& commands,
                                                     const std::string& kind) {
  const std::filesystem::path path(commands);
  const std::string name = path.filename().string();
  const std::size_t at = name.find(".commands.csv");
  if (at == std::string::npos) {
    return std::nullopt;
  }
  std::optional<File> packed;
  for (const char* const ending : {".zst", ""}) {
    std::error_code ignored;
    std::filesystem::path candidate = path;
    candidate.replace_filename(name.substr(0, at) + "." + kind + ".csv" + ending);
    if (!std::filesystem::exists(std::filesystem::symlink_status(candidate, ignored))) {
      continue;
    }
    if (!InputFile::isPacked(candidate)) {
      return File{candidate, false};
    }
    packed = packed ? packed : File{candidate, true};
  }
  return packed;
}

std::vector<RecordedDay::Row> RecordedDay::trades(const std::filesystem::path& path) {
  return rowsOf(path, kTradesHeader);
}

std::vector<RecordedDay::Row> RecordedDay::book(const std::filesystem::path& path) {
  return rowsOf(path, kBookHeader);
}

}  // namespace tandem::tool
