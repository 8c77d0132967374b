#pragma once

#include <cstddef>
#include <map>
#include <string_view>

#include "flow.hpp"
#include "line_scanner.hpp"

namespace tandem::tool {

/**
 * Reads Tandem's own csv, version 1. Syntax is checked here; whether a price, size or order makes
 * sense is for the kernel to answer.
 */
class CsvReader {
 public:
  /** The first line of such a file. */
  static constexpr std::string_view kVersionLine = "#tandem-csv 1";
  /** How the first line begins in every version. */
  static constexpr std::string_view kMagic = "#tandem-csv";

  /** Throws BadInputException, "file:line: what is wrong". */
  static Flow read(const InputFile& file) { return CsvReader(file).readAll(); }

 private:
  explicit CsvReader(const InputFile& file) : file_(file), lines_(file) {}

  Flow readAll();
  void readLine();
  u8 typeOf() const;
  i64 quantityOf(u8 code, bool priced) const;
  u8 oneOf(std::size_t field, std::string_view name, std::string_view one, u8 code,
           std::string_view other, u8 otherCode) const;
  void expectEmpty(std::size_t field, std::string_view name) const;
  i32 symbolOf();

  const InputFile& file_;
  LineScanner lines_;
  Flow flow_{FlowFormat::CSV};
  std::map<i64, i32> symbols_;
  i64 lastSymbol_ = -1;
  i32 lastIndex_ = 0;
  i64 lastTime_ = 0;
};

}  // namespace tandem::tool
