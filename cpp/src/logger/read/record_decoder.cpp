#include "tandem/logger/read/record_decoder.hpp"

#include <map>
#include <string_view>

#include "tandem/logger/format/record_layout.hpp"
#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/patterns.hpp"
#include "tandem/logger/read/utf8.hpp"

namespace tandem::logger {
namespace {

/** The parts of a record do not fit into it. */
struct Malformed {};

std::string orElse(const std::map<std::int32_t, std::string>& names, std::int32_t id,
                   const char* otherwise) {
  const auto found = names.find(id);
  return found == names.end() ? otherwise + std::to_string(id) : found->second;
}

std::string droppedText(const std::vector<std::int64_t>& dropped) {
  std::string text = "records dropped for want of room:";
  for (std::size_t i = 0; i < dropped.size(); i++) {
    if (dropped[i] != 0) {
      text += ' ';
      text += i < RECORD_LEVELS ? nameOf(static_cast<LogLevel>(i)) : std::string_view("null");
      text += ' ' + std::to_string(dropped[i]);
    }
  }
  return text;
}

}  // namespace

/** Goes through the bytes of one record; throws Malformed where they end too early. */
class RecordDecoder::Reading {
 public:
  explicit Reading(std::span<const std::byte> bytes) : bytes_(bytes), limit_(size()) {}

  template <typename Number>
  Number at(std::int64_t place) const {
    check(place, sizeof(Number));
    return SegmentLayout::get<Number>(bytes_.data() + place);
  }

  std::uint64_t word() {
    align();
    const auto value = at<std::uint64_t>(at_);
    at_ += 8;
    return value;
  }

  std::string text(std::int32_t length) {
    if (length < 0) {
      throw Malformed();
    }
    check(at_, length);
    const auto part =
        bytes_.subspan(static_cast<std::size_t>(at_), static_cast<std::size_t>(length));
    at_ += length;
    return utf8Of(part);
  }

  std::string string() {
    align();
    const auto length = at<std::int32_t>(at_);
    at_ += 4;
    std::string result = text(length);
    align();
    return result;
  }

  LogValue value(int type) {
    LogValue value;
    if (type == ArgumentType::STRING) {
      value.type = type;
      value.chars = string();
    } else {
      value.bits = word();
      const bool known = type >= ArgumentType::LONG && type <= ArgumentType::BYTE;
      value.type = known ? type : ArgumentType::NULL_VALUE;
    }
    return value;
  }

  /** What stands behind the message. */
  void blocks(LogRecord& record) {
    align();
    while (at_ + 8 <= size()) {
      const auto kind = at<std::int32_t>(at_);
      const auto length = at<std::int32_t>(at_ + 4);
      at_ += 8;
      const std::int64_t end = at_ + length;
      if (length < 0 || end > size()) {
        throw Malformed();
      }
      // What a block holds ends with it: blocks within each other would be read again and again.
      limit_ = end;
      if (kind == RecordLayout::BLOCK_TYPED_KEY_VALUES) {
        record.keyValues.clear();
        while (at_ + 8 <= end) {
          record.keyValues.push_back(value(ArgumentType::STRING));
          record.keyValues.push_back(value(static_cast<std::int32_t>(word())));
        }
      } else {
        std::vector<LogValue> texts;
        while (at_ + 8 <= end) {
          texts.push_back(value(ArgumentType::STRING));
        }
        take(kind, texts, record);
      }
      limit_ = size();
      at_ = SegmentLayout::alignedLength(end);
    }
  }

 private:
  static void take(std::int32_t kind, std::vector<LogValue>& texts, LogRecord& record) {
    if (kind == RecordLayout::BLOCK_THROWABLE) {
      record.thrown.emplace(texts.empty() ? std::string() : texts[0].chars);
    } else if (kind == RecordLayout::BLOCK_MARKERS) {
      record.markers.clear();
      for (LogValue& text : texts) {
        record.markers.push_back(std::move(text.chars));
      }
    } else if (kind == RecordLayout::BLOCK_KEY_VALUES) {
      record.keyValues = std::move(texts);
    } else if (kind == RecordLayout::BLOCK_CONTEXT) {
      auto& context = record.context;
      context.clear();
      std::map<std::string_view, std::size_t> places;
      for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
        // A key that comes again keeps its place.
        const auto [known, added] = places.emplace(texts[i].chars, context.size());
        if (added) {
          context.emplace_back(texts[i].chars, texts[i + 1].chars);
        } else {
          context[known->second].second = texts[i + 1].chars;
        }
      }
    }
    // Any other is a block of a later version.
  }

  std::int64_t size() const { return static_cast<std::int64_t>(bytes_.size()); }
  void align() { at_ = SegmentLayout::alignedLength(at_); }
  void check(std::int64_t place, std::int64_t bytes) const {
    if (place > limit_ || bytes > limit_ - place) {
      throw Malformed();
    }
  }

  std::span<const std::byte> bytes_;
  /** Nothing behind it is read: the end of the record, or of the block. */
  std::int64_t limit_;
  std::int64_t at_ = RecordLayout::HEADER_BYTES;
};

std::optional<LogRecord> RecordDecoder::decode(LogRecordCursor& cursor) try {
  Reading reading(cursor.record());
  if (define(reading)) {
    return std::nullopt;
  }
  std::optional<LogRecord> record(std::in_place);
  record->file = file_;
  record->offset = cursor.offset();
  fill(reading, *record);
  return record;
} catch (const Malformed&) {
  cursor.malformed();
  return std::nullopt;
}

/** Keeps what a record defines; whether it does. */
bool RecordDecoder::define(Reading& reading) {
  const auto aux = reading.at<std::int32_t>(RecordLayout::AUX_AT);
  switch (reading.at<std::int8_t>(RecordLayout::KIND_AT)) {
    case RecordLayout::THREAD_NAME:
      threads_[reading.at<std::int32_t>(RecordLayout::THREAD_AT)] = reading.text(aux);
      return true;
    case RecordLayout::LOGGER_NAME:
      loggers_[reading.at<std::int32_t>(RecordLayout::LOGGER_AT)] = reading.text(aux);
      return true;
    case RecordLayout::DESCRIPTOR: {
      const std::uint64_t signature = reading.word();
      patterns_[aux] = Pattern{reading.string(), signature};
      return true;
    }
    default:
      return false;
  }
}

void RecordDecoder::fill(Reading& reading, LogRecord& record) const {
  message(reading, record);
  const int flags = reading.at<std::int8_t>(RecordLayout::FLAGS_AT);
  if ((flags & RecordLayout::HAS_BLOCKS) != 0) {
    reading.blocks(record);
  }
  const int level = reading.at<std::int8_t>(RecordLayout::LEVEL_AT);
  const auto logger = reading.at<std::int32_t>(RecordLayout::LOGGER_AT);
  record.time = reading.at<std::int64_t>(RecordLayout::TIME_AT);
  record.level =
      level >= 0 && level < RECORD_LEVELS ? static_cast<LogLevel>(level) : LogLevel::kError;
  record.threadId = reading.at<std::int32_t>(RecordLayout::THREAD_AT);
  record.thread = orElse(threads_, record.threadId, "thread-");
  record.logger = orElse(loggers_, logger, "logger-");
  record.cut = (flags & RecordLayout::CUT) != 0;
}

void RecordDecoder::message(Reading& reading, LogRecord& record) const {
  const int kind = reading.at<std::int8_t>(RecordLayout::KIND_AT);
  const auto aux = reading.at<std::int32_t>(RecordLayout::AUX_AT);
  if (kind == RecordLayout::TEXT) {
    record.message = reading.text(aux);
  } else if (kind == RecordLayout::DROPS) {
    std::vector<std::int64_t>& dropped = record.dropped.emplace();
    for (std::int32_t i = 0; i < aux; i++) {
      dropped.push_back(static_cast<std::int64_t>(reading.word()));
    }
    record.message = droppedText(dropped);
  } else if (kind != RecordLayout::STRUCTURED) {
    record.message = "[a record of the unknown kind " + std::to_string(kind) + "]";
  } else if (const auto known = patterns_.find(aux); known == patterns_.end()) {
    record.message = "[pattern " + std::to_string(aux) + " is not in what is left of this file]";
  } else {
    const auto& [text, signature] = known->second;
    record.pattern.emplace(text);
    for (int i = 0; i < ArgumentType::count(signature); i++) {
      record.arguments.push_back(reading.value(ArgumentType::at(signature, i)));
    }
    record.message = Patterns::format(text, record.arguments);
  }
}

}  // namespace tandem::logger
