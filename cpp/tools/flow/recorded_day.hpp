#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::tool {

/**
 * What an exchange recorded of a day beside its commands: rows of whole numbers with one header
 * line, in the units of the file.
 */
class RecordedDay {
 public:
  using Row = std::vector<i64>;

  /** A file beside one of commands. */
  struct File {
    std::filesystem::path path;
    /** Whether it lies there compressed alone, so that it cannot be read. */
    bool isPacked;
  };

  /**
   * The file of another kind that lies beside a file of commands: X.trades.csv beside
   * X.commands.csv. One that is not packed is taken before one that is.
   *
   * @param kind trades, finalbook, ...
   * @return nothing if there is none; a directory or a link to nothing is one that cannot be read
   */
  static std::optional<File> beside(const std::string& commands, const std::string& kind);

  /** All rows of a file of trades. Throws BadInputException. */
  static std::vector<Row> trades(const std::filesystem::path& path);

  /** All rows of a file that holds a book: side (0 or 1), price, order, quantity. */
  static std::vector<Row> book(const std::filesystem::path& path);
};

}  // namespace tandem::tool
