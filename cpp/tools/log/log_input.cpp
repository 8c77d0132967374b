#include "log_input.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <filesystem>

#include "option_words.hpp"
#include "tandem/logger/record_text.hpp"

namespace tandem::tool {

using logger::LogLevel;

namespace {

LogLevel levelOf(const std::string& text) {
  std::string upper = text;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char each) { return static_cast<char>(std::toupper(each)); });
  for (const LogLevel level : {LogLevel::kTrace, LogLevel::kDebug, LogLevel::kInfo, LogLevel::kWarn,
                               LogLevel::kError, LogLevel::kOff}) {
    if (upper == logger::nameOf(level)) {
      return level;
    }
  }
  throw UsageException(
      "Invalid value for option '--level': expected one of [TRACE, DEBUG, INFO, WARN, ERROR, OFF]"
      " (case-insensitive) but was '" +
      text + "'");
}

std::int64_t timeOf(const std::string& option, const std::string& text) {
  const LogMoment moment =
      text.find('T') == std::string::npos ? LogMoment{0, 0} : LogMoment::parse(text);
  if (!moment.isTime()) {
    throw UsageException("Invalid value for option '" + option + "': found '" + text +
                         "', expected a time such as 2026-11-21T12:00:00Z");
  }
  return moment.timeNs;
}

std::int64_t linesOf(const std::string& text) {
  std::int32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, value);
  if (failed != std::errc() || stop != end) {
    throw UsageException("Invalid value for option '--lines': '" + text + "' is not an int");
  }
  if (value < 0) {
    throw UsageException("found '" + text + "' for --lines, expected 0 or more");
  }
  return value;
}

/** Takes an option that selects records, or says how they are shown; whether it is one. */
bool takeSelection(LogInput& input, OptionWords& words) {
  const std::string& name = words.name();
  if (name == "--from") {
    input.filter.from = timeOf(name, words.value());
  } else if (name == "--to") {
    input.filter.to = timeOf(name, words.value());
  } else if (name == "--level") {
    input.filter.level = levelOf(words.value());
  } else if (name == "--logger") {
    input.filter.logger = words.value();
  } else if (name == "--thread") {
    input.filter.thread = words.value();
  } else {
    return false;
  }
  return true;
}

/** The text that an expression without operators matches. */
std::string literal(const std::string& regex) {
  if (regex.find_first_of("\\^$.|?*+()[]{}") != std::string::npos) {
    throw BadInputException("'" + regex +
                            "' is a regular expression, which only the program in Java has"
                            " (./tandem log grep); plain text is found here");
  }
  return regex;
}

}  // namespace

LogInput LogInput::parse(std::string_view command, std::span<const std::string> all) {
  LogInput input;
  std::vector<std::string> places;
  const bool selects = command != "verify";
  for (OptionWords words(all); words.next();) {
    const std::string name = words.name();
    const bool flag = !words.hasValue();
    if (name == "--key-file" || (command == "verify" && name.starts_with("--allow-"))) {
      throw BadInputException(name +
                              " is about sealed files, which only the program in Java opens:"
                              " ./tandem log " +
                              std::string(command));
    }
    if (flag && name == "--json") {
      input.json = true;
    } else if (flag && command == "grep" && (name == "-c" || name == "--count")) {
      input.count = true;
    } else if (flag && command == "tail" && (name == "-f" || name == "--follow")) {
      input.follow = true;
    } else if (command == "tail" && (name == "-n" || name == "--lines")) {
      input.lines = linesOf(words.value());
    } else if (command == "tail" && name.starts_with("-n")) {
      input.lines = linesOf(name.substr(name[2] == '=' ? 3 : 2));
    } else if (selects && takeSelection(input, words)) {
      continue;
    } else if (words.isOption()) {
      throw UsageException("Unknown option: '" + words.whole() + "'");
    } else {
      places.push_back(words.whole());
    }
  }
  if (places.empty()) {
    throw UsageException("Missing required parameter: 'FILE'");
  }
  if (command == "grep") {
    if (places.size() == 1) {
      throw UsageException("found no FILE after '" + places[0] + "', expected at least one");
    }
    input.filter.text = literal(places[0]);
    places.erase(places.begin());
  }
  std::transform(places.begin(), places.end(), std::back_inserter(input.files), pathOf);
  return input;
}

void LogInput::checkFiles() const {
  for (const std::string& file : files) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
      throw BadInputException(file + ": no such file or directory");
    }
  }
}

void LogInput::checkLogs() const {
  checkFiles();
  for (const std::string& file : files) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored) && logger::LogReader::list(file).empty()) {
      throw BadInputException(file + ": no log files in this directory, expected at least one");
    }
  }
}

std::string LogInput::text(const logger::LogRecord& record) const {
  return json ? logger::RecordText::json(record) : logger::RecordText::line(record);
}

bool reportDamage(const logger::LogReader& reader) {
  std::fflush(stdout);
  for (const logger::LogDamage& damage : reader.damage()) {
    std::fprintf(stderr, "tandem: damage: %s\n", damage.text().c_str());
  }
  for (const logger::LogHole& gap : reader.gaps()) {
    std::fprintf(stderr, "tandem: hole: %s\n", gap.text().c_str());
  }
  if (reader.holes() > 0) {
    std::fprintf(stderr, "tandem: %s%lld records were claimed and never committed\n",
                 reader.holesExact() ? "" : "at least ", static_cast<long long>(reader.holes()));
  }
  return !reader.damage().empty() || reader.holes() > 0;
}

}  // namespace tandem::tool
