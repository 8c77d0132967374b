#include "tandem/logger/format/file_names.hpp"

#include <chrono>
#include <cstdio>

namespace tandem::logger {
namespace {

bool isDigit(char each) { return each >= '0' && each <= '9'; }

/** Digits that a text ends in, before a place. */
std::size_t digitsBefore(std::string_view text, std::size_t end) {
  std::size_t from = end;
  while (from > 0 && isDigit(text[from - 1])) {
    from--;
  }
  return end - from;
}

/** Where a run begins that ends at a place: DDDDDDDDTDDDDDDDDD-D+-D+; none if there is none. */
std::optional<std::size_t> runBefore(std::string_view text, std::size_t end) {
  for (int part = 0; part < 2; part++) {
    const std::size_t digits = digitsBefore(text, end);
    if (digits == 0 || digits == end || text[end - digits - 1] != '-') {
      return std::nullopt;
    }
    end -= digits + 1;
  }
  constexpr std::size_t kTime = 18;
  if (end < kTime || text[end - 10] != 'T' || digitsBefore(text, end) != 9 ||
      digitsBefore(text, end - 10) < 8) {
    return std::nullopt;
  }
  return end - kTime;
}

std::optional<FileNames::Parts> parseAt(std::string_view file, std::size_t suffix) {
  const std::size_t digits = digitsBefore(file, suffix);
  const std::string_view ending = file.substr(suffix + FileNames::SUFFIX.size());
  if (digits < 6 || digits > 18 || digits == suffix || file[suffix - digits - 1] != '-' ||
      (!ending.empty() && (ending[0] != '.' || ending.size() == 1))) {
    return std::nullopt;
  }
  const std::size_t runEnd = suffix - digits - 1;
  const std::optional<std::size_t> run = runBefore(file, runEnd);
  if (!run || *run < 2 || file[*run - 1] != '-') {
    return std::nullopt;
  }
  std::int64_t number = 0;
  for (const char each : file.substr(runEnd + 1, digits)) {
    number = 10 * number + (each - '0');
  }
  return FileNames::Parts{std::string(file.substr(0, *run - 1)),
                          std::string(file.substr(*run, runEnd - *run)), number,
                          std::string(ending)};
}

}  // namespace

std::string FileNames::run(std::int64_t startNs, std::int64_t pid, int among) {
  using namespace std::chrono;
  const sys_time<milliseconds> moment{milliseconds(startNs / 1'000'000)};
  const auto day = floor<days>(moment);
  const year_month_day date{day};
  const hh_mm_ss clock{moment - day};
  char text[96];
  std::snprintf(text, sizeof text, "%04d%02u%02uT%02d%02d%02d%03d-%lld-%d",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()),
                static_cast<int>(clock.subseconds().count()), static_cast<long long>(pid), among);
  return text;
}

std::string FileNames::segment(std::string_view name, std::string_view run, std::int64_t number) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "-%06lld", static_cast<long long>(number));
  return std::string(name).append("-").append(run).append(digits).append(SUFFIX);
}

std::string FileNames::lock(std::string_view name, std::string_view run) {
  return std::string(name).append("-").append(run).append(LOCK);
}

std::optional<std::string> FileNames::runOfLock(std::string_view name, std::string_view file) {
  if (!file.starts_with(std::string(name) + "-") || !file.ends_with(LOCK)) {
    return std::nullopt;
  }
  const std::size_t end = file.size() - LOCK.size();
  const std::size_t begin = name.size() + 1;
  if (end < begin || runBefore(file, end) != begin) {
    return std::nullopt;
  }
  return std::string(file.substr(begin, end - begin));
}

std::optional<FileNames::Parts> FileNames::parse(std::string_view file) {
  if (file.ends_with(PART)) {
    return std::nullopt;
  }
  // The last place that fits, as the name before it takes what it can.
  for (std::size_t at = file.rfind(SUFFIX); at != std::string_view::npos && at > 0;
       at = file.rfind(SUFFIX, at - 1)) {
    if (auto parts = parseAt(file, at)) {
      return parts;
    }
  }
  return std::nullopt;
}

}  // namespace tandem::logger
