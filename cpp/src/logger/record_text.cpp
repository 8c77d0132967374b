#include "tandem/logger/record_text.hpp"

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace tandem::logger {
namespace {

std::string timeOf(std::int64_t ns) {
  using namespace std::chrono;
  // In whole seconds, as the first of the earliest day are before what ns can say.
  const std::int64_t part = (ns % 1'000'000'000 + 1'000'000'000) % 1'000'000'000;
  const sys_seconds moment{seconds(ns / 1'000'000'000 - (ns % 1'000'000'000 < 0 ? 1 : 0))};
  const auto day = floor<days>(moment);
  const year_month_day date{day};
  const hh_mm_ss clock{moment - day};
  char text[96];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%09dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()), static_cast<int>(part));
  return text;
}

/** Takes one character off a text; halves of pairs that belong together are one. */
char32_t take(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(at);
  const std::size_t bytes = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t code = bytes == 1 ? first : first & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; i++) {
    code = code << 6 | (byte(at + i) & 0x3FU);
  }
  at += bytes;
  if (code >= 0xD800 && code < 0xDC00 && byte(at) == 0xED && byte(at + 1) >= 0xB0) {
    const char32_t low = take(text, at);
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  return code;
}

/** Separators of lines, and characters that change the direction of those around them. */
bool isMisleading(char32_t c) {
  return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

void appendCode(std::string& out, char32_t code) {
  const auto add = [&out](char32_t bits) { out += static_cast<char>(bits); };
  if (code >= 0xD800 && code < 0xE000) {
    // Half of a pair is no character, and Java writes it so.
    out += '?';
  } else if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
}

void escape(std::string& out, std::string_view text, bool json) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = take(text, at);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\\' || c == '"') {
      out += json ? "\\" : "";
      out += static_cast<char>(c);
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0) || isMisleading(c)) {
      char code[16];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      appendCode(out, c);
    }
  }
}

void pair(std::string& out, std::string_view key, std::string_view value) {
  out += ' ';
  escape(out, key, false);
  out += '=';
  escape(out, value, false);
}

void quote(std::string& out, std::string_view text) {
  out += '"';
  escape(out, text, true);
  out += '"';
}

void name(std::string& out, std::string_view name) { out.append(",\"").append(name).append("\":"); }

void field(std::string& out, std::string_view key, std::string_view value) {
  name(out, key);
  quote(out, value);
}

/** Whether a value stands in JSON without quotes. */
bool isBare(const LogValue& value) {
  switch (value.type) {
    case ArgumentType::CHAR:
    case ArgumentType::STRING:
      return false;
    case ArgumentType::DOUBLE:
      return std::isfinite(std::bit_cast<double>(value.bits));
    case ArgumentType::FLOAT:
      return std::isfinite(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
    default:
      return true;
  }
}

void list(std::string& out, std::string_view key, const std::vector<LogValue>& values) {
  if (values.empty()) {
    return;
  }
  name(out, key);
  const char* before = "[";
  for (const LogValue& value : values) {
    out += before;
    before = ",";
    if (isBare(value)) {
      out += value.text();
    } else {
      quote(out, value.text());
    }
  }
  out += ']';
}

}  // namespace

std::string RecordText::line(const LogRecord& record) {
  std::string out = timeOf(record.time);
  const std::string_view level = nameOf(record.level);
  out.append(" ").append(level).append(level.size() == 4 ? "  [" : " [");
  escape(out, record.thread, false);
  out += "] ";
  escape(out, record.logger, false);
  out += " - ";
  escape(out, record.message, false);
  for (const std::string& marker : record.markers) {
    out += " #";
    escape(out, marker, false);
  }
  for (const auto& [key, value] : record.context) {
    pair(out, key, value);
  }
  for (std::size_t i = 0; i < record.keyValues.size(); i += 2) {
    pair(out, record.keyValues[i].text(),
         i + 1 < record.keyValues.size() ? record.keyValues[i + 1].text() : "");
  }
  if (record.cut) {
    out += " [cut]";
  }
  if (record.thrown) {
    out += " | ";
    escape(out, *record.thrown, false);
  }
  return out;
}

std::string RecordText::json(const LogRecord& record) {
  std::string out = "{\"time\":\"" + timeOf(record.time) + "\",\"ns\":";
  out += std::to_string(record.time);
  field(out, "level", nameOf(record.level));
  field(out, "thread", record.thread);
  field(out, "logger", record.logger);
  field(out, "message", record.message);
  if (record.pattern) {
    field(out, "pattern", *record.pattern);
    list(out, "arguments", record.arguments);
  }
  const char* before = ",\"markers\":[";
  for (const std::string& marker : record.markers) {
    out += before;
    before = ",";
    quote(out, marker);
  }
  out += record.markers.empty() ? "" : "]";
  before = ",\"context\":{";
  for (const auto& [key, value] : record.context) {
    out += before;
    before = ",";
    quote(out, key);
    out += ':';
    quote(out, value);
  }
  out += record.context.empty() ? "" : "}";
  list(out, "keyValues", record.keyValues);
  if (record.thrown) {
    field(out, "thrown", *record.thrown);
  }
  if (record.dropped && !record.dropped->empty()) {
    before = ",\"dropped\":[";
    for (const std::int64_t count : *record.dropped) {
      out += before;
      before = ",";
      out += std::to_string(count);
    }
    out += ']';
  }
  return out + (record.cut ? ",\"cut\":true}" : "}");
}

}  // namespace tandem::logger
