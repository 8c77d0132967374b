#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "input_file.hpp"
#include "tandem/command/integers.hpp"

namespace tandem::tool {

/**
 * Splits a text into lines and comma-separated fields, in place. There is no quoting; lines end in
 * LF or CRLF. Refuses by BadInputException what is not as it must be.
 */
class LineScanner {
 public:
  /** Of a file that lives as long as this. */
  explicit LineScanner(const InputFile& file) : file_(file), rest_(file.bytes) {}

  /** Goes to the next line; false at the end. */
  bool next();

  /** Number of the current line, from 1. */
  i64 lineNumber() const { return lineNumber_; }
  /** The current line, for messages: "file:line". */
  std::string place() const { return file_.name + ":" + std::to_string(lineNumber_); }
  std::string_view line() const { return line_; }
  bool isBlankOrComment() const { return line_.empty() || line_[0] == '#'; }

  /**
   * Demands a number of fields.
   *
   * @param header the names of the fields, for the message
   */
  void expectFields(std::size_t count, std::string_view header) const;

  std::string_view text(std::size_t field) const { return fields_[field]; }
  bool is(std::size_t field, std::string_view text) const { return fields_[field] == text; }
  bool isEmpty(std::size_t field) const { return fields_[field].empty(); }

  /** A decimal number within limits, both included. */
  i64 number(std::size_t field, std::string_view name, i64 min, i64 max) const;

  /** The complaint about a field. */
  [[noreturn]] void bad(std::size_t field, std::string_view name,
                        const std::string& expected) const {
    badInput(place(), name, fields_[field], expected);
  }

 private:
  static constexpr std::size_t kMostFields = 128;

  void split();

  const InputFile& file_;
  std::string_view rest_;
  std::string_view line_;
  std::array<std::string_view, kMostFields> fields_;
  std::size_t count_ = 0;
  i64 lineNumber_ = 0;
};

}  // namespace tandem::tool
