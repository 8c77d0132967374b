#include "arguments.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "number_text.hpp"
#include "option_words.hpp"
#include "tandem/wal/format/segment_names.hpp"

namespace tandem::tool {
namespace {

constexpr std::array kOnlyInJava = {"--answers", "--user", "--order", "--symbol"};

std::int64_t numberOf(const std::string& option, const std::string& text) {
  const auto value = wholeNumber<std::int64_t>(text);
  if (!value) {
    throw UsageException("Invalid value for option '" + option + "': '" + text +
                         "' is not a number");
  }
  return *value;
}

bool isDigits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/** ns since 1970 of "2026-11-21T12:00:00Z"; nothing if it is none, or out of the range of ns. */
std::optional<std::int64_t> instant(const std::string& text) {
  using namespace std::chrono;
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd";
  if (text.size() <= kShape.size() || !text.ends_with('Z')) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < kShape.size(); i++) {
    const bool isDigit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == 'd' ? !isDigit : text[i] != kShape[i]) {
      return std::nullopt;
    }
  }
  const auto part = [&text](std::size_t at, std::size_t digits) {
    return *wholeNumber<int>(std::string_view(text).substr(at, digits));
  };
  const int year = part(0, 4);
  const int hour = part(11, 2);
  const int minute = part(14, 2);
  const int second = part(17, 2);
  std::string fraction = text.substr(kShape.size(), text.size() - kShape.size() - 1);
  if (!fraction.empty()) {
    if (fraction[0] != '.' || fraction.size() > 10 || !isDigits(fraction.substr(1))) {
      return std::nullopt;
    }
    fraction = fraction.substr(1);
  }
  fraction.resize(9, '0');
  const year_month_day date{std::chrono::year(year),
                            std::chrono::month(static_cast<unsigned>(part(5, 2))),
                            std::chrono::day(static_cast<unsigned>(part(8, 2)))};
  const bool inRange = year > 1677 && year < 2262;
  if (!date.ok() || !inRange || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  const auto whole =
      sys_days(date).time_since_epoch() + hours(hour) + minutes(minute) + seconds(second);
  return duration_cast<nanoseconds>(whole).count() + *wholeNumber<std::int64_t>(fraction);
}

/** Takes an option that is for a dump only; returns whether it is one. */
bool takeDumpOption(Arguments& arguments, OptionWords& words) {
  const std::string& name = words.name();
  if (name == "--raw") {
    arguments.raw = true;
  } else if (name == "--from") {
    arguments.from = LogMoment::parse(words.value());
  } else if (name == "--to") {
    arguments.to = LogMoment::parse(words.value());
  } else if (name == "--count") {
    arguments.count = numberOf(name, words.value());
  } else if (name == "--bytes") {
    arguments.bytes = numberOf(name, words.value());
  } else if (std::find(kOnlyInJava.begin(), kOnlyInJava.end(), name) != kOnlyInJava.end()) {
    throw UsageException(name + " is about the commands of an exchange, which only the program in" +
                         " Java tells: ./tandem wal dump");
  } else {
    return false;
  }
  return true;
}

}  // namespace

LogMoment LogMoment::parse(const std::string& text) {
  if (isDigits(text)) {
    if (const auto sequence = wholeNumber<std::int64_t>(text)) {
      return {*sequence, 0};
    }
  } else if (const auto time = instant(text)) {
    return {-1, *time};
  }
  throw UsageException(
      "found '" + text +
      "', expected a sequence such as 1234 or a time such as 2026-11-21T12:00:00Z");
}

Arguments Arguments::parse(std::span<const std::string> all, bool isDump) {
  Arguments arguments;
  bool hasDirectory = false;
  for (OptionWords words(all); words.next();) {
    const std::string& name = words.name();
    if (name == "--json" && !words.hasValue()) {
      arguments.json = true;
    } else if ((name == "--help" || name == "-h") && !words.hasValue()) {
      arguments.help = true;
    } else if (name.size() > 1 && name[0] == '-') {
      if (!isDump || !takeDumpOption(arguments, words)) {
        throw UsageException("Unknown option: '" + name + "'");
      }
    } else if (hasDirectory) {
      throw UsageException("Unmatched argument: '" + name + "'");
    } else {
      arguments.directory = name;
      hasDirectory = true;
    }
  }
  if (!hasDirectory && !arguments.help) {
    throw UsageException("Missing required parameter: 'DIR'");
  }
  if (arguments.count < 0 || arguments.bytes < 0) {
    throw UsageException("--count and --bytes are numbers from 0");
  }
  return arguments;
}

void Arguments::checkDirectory() const { checkLogDirectory(directory); }

void checkLogDirectory(const std::filesystem::path& directory) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(directory, ignored)) {
    throw BadInputException(directory.string() + (std::filesystem::exists(directory, ignored)
                                                      ? ": is no directory"
                                                      : ": no such directory"));
  }
  if (!wal::SegmentNames::isLog(directory)) {
    throw BadInputException(directory.string() + ": holds no segment of a log");
  }
}

}  // namespace tandem::tool
