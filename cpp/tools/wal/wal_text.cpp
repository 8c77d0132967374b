#include "wal_text.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace tandem::tool {

std::string count(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::ptrdiff_t first = value < 0 ? 1 : 0;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return digits;
}

std::string count(std::int64_t value, std::string_view noun) {
  return count(value) + " " + std::string(noun) + (value == 1 ? "" : "s");
}

std::string fixed(double value, int digits) {
  // The shortest decimal that is this number, and no other, is what Java rounds: halves go up.
  char shortest[400];
  const char* const end = std::to_chars(shortest, shortest + sizeof shortest, std::fabs(value),
                                        std::chars_format::fixed)
                              .ptr;
  // With room in front for what is carried.
  std::string text(1, '0');
  text.append(shortest, static_cast<std::size_t>(end - shortest));
  std::size_t point = text.find('.');
  if (point == std::string::npos) {
    point = text.size();
    text += '.';
  }
  const std::size_t kept = point + 1 + static_cast<std::size_t>(digits);
  text.resize(std::max(text.size(), kept + 1), '0');
  bool carries = text[kept] >= '5';
  text.resize(digits == 0 ? point : kept);
  for (std::size_t at = text.size(); carries && at-- > 0;) {
    if (text[at] != '.') {
      carries = text[at] == '9';
      text[at] = carries ? '0' : static_cast<char>(text[at] + 1);
    }
  }
  if (text[0] == '0') {
    text.erase(0, 1);
  }
  return value < 0 ? '-' + text : text;
}

std::string duration(std::int64_t ns) {
  const auto value = static_cast<double>(ns);
  if (ns < 1'000) {
    return std::to_string(ns) + " ns";
  }
  if (ns < 1'000'000) {
    return fixed(value / 1e3, 1) + " us";
  }
  return ns < 1'000'000'000 ? fixed(value / 1e6, 1) + " ms" : fixed(value / 1e9, 2) + " s";
}

std::string hex16(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::string time(std::int64_t ns) {
  using namespace std::chrono;
  // In whole seconds, as the first of the earliest day are before what ns can say.
  const std::int64_t part = (ns % 1'000'000'000 + 1'000'000'000) % 1'000'000'000;
  const sys_seconds moment{seconds(ns / 1'000'000'000 - (ns % 1'000'000'000 < 0 ? 1 : 0))};
  const auto day = floor<days>(moment);
  const year_month_day date{day};
  const hh_mm_ss clock{moment - day};
  char text[80];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  std::string result = text;
  if (part != 0) {
    std::snprintf(text, sizeof text, ".%09d", static_cast<int>(part));
    std::string fraction = text;
    while (fraction.ends_with("000")) {
      fraction.resize(fraction.size() - 3);
    }
    result += fraction;
  }
  return result + "Z";
}

std::string hexDigits(wal::Bytes bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte each : bytes) {
    text += kDigits[std::to_integer<unsigned>(each) >> 4];
    text += kDigits[std::to_integer<unsigned>(each) & 15];
  }
  return text;
}

std::string records(std::int64_t records, std::int64_t first, std::int64_t last) {
  return records == 0 ? "none"
                      : count(records, "record") + ", sequence " + std::to_string(first) + " to " +
                            std::to_string(last);
}

void line(std::string_view name, std::string_view text) {
  constexpr std::size_t kNameWidth = 13;
  std::string padded(name);
  padded.resize(std::max(padded.size(), kNameWidth), ' ');
  print(padded + " " + std::string(text));
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\n', stdout);
}

void printVerdict(const wal::WalReport& log) {
  line("tail", log.tail);
  for (const auto& problem : log.problems) {
    line(problem.tornTail ? "torn tail" : "DAMAGED", problem.text());
  }
  line("verdict", log.sound() ? "sound" : "DAMAGED");
}

void putVerdict(JsonObject& json, const wal::WalReport& log) {
  json.put("sound", log.sound()).put("tail", log.tail);
  std::vector<JsonObject> problems;
  for (const auto& problem : log.problems) {
    problems.push_back(JsonObject()
                           .put("segment", problem.segment)
                           .put("offset", problem.offset)
                           .put("sequence", problem.sequence)
                           .put("expected", problem.expected)
                           .put("found", problem.found)
                           .put("tornTail", problem.tornTail));
  }
  json.put("problems", std::move(problems));
  json.put("records", log.records);
  json.put("firstSequence", log.firstSequence);
  json.put("lastSequence", log.lastSequence);
}

}  // namespace tandem::tool
