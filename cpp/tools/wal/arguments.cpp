#include "arguments.hpp"

#include "number_text.hpp"
#include "option_words.hpp"
#include "tandem/wal/format/segment_names.hpp"

namespace tandem::tool {
namespace {

template <typename Number>
Number numberOf(OptionWords& words) {
  const std::string name = words.name();
  const std::string text = words.value();
  const auto value = wholeNumber<Number>(text);
  if (!value) {
    throw UsageException("Invalid value for option '" + name + "': '" + text +
                         "' is not a whole number of " + std::to_string(8 * sizeof(Number)) +
                         " bits");
  }
  return *value;
}

/** Takes an option that is for a dump only; returns whether it is one. */
bool takeDumpOption(Arguments& arguments, OptionWords& words) {
  const std::string& name = words.name();
  if (name == "--from") {
    arguments.from = LogMoment::parse(words.value());
  } else if (name == "--to") {
    arguments.to = LogMoment::parse(words.value());
  } else if (name == "--count") {
    arguments.count = numberOf<std::int64_t>(words);
  } else if (name == "--bytes") {
    arguments.bytes = numberOf<std::int32_t>(words);
  } else {
    return false;
  }
  return true;
}

}  // namespace

Arguments Arguments::parse(std::span<const std::string> all, bool isDump) {
  Arguments arguments;
  bool hasDirectory = false;
  for (OptionWords words(all); words.next();) {
    const std::string& name = words.name();
    if (name == "--json" && !words.hasValue()) {
      arguments.json = true;
    } else if (name.size() > 1 && name[0] == '-') {
      if (!isDump || !takeDumpOption(arguments, words)) {
        throw UsageException("Unknown option: '" + name + "'");
      }
    } else if (hasDirectory) {
      throw UsageException("Unmatched argument: '" + name + "'");
    } else {
      arguments.directory = pathOf(name);
      hasDirectory = true;
    }
  }
  if (!hasDirectory) {
    throw UsageException("Missing required parameter: 'DIR'");
  }
  if (arguments.count < 0 || arguments.bytes < 0) {
    throw UsageException("--count and --bytes are numbers from 0");
  }
  return arguments;
}

std::string pathOf(const std::string& word) {
  std::string path;
  for (const char each : word) {
    if (each != '/' || !path.ends_with('/')) {
      path += each;
    }
  }
  if (path.size() > 1 && path.ends_with('/')) {
    path.pop_back();
  }
  return path.empty() ? "." : path;
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
