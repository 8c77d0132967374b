#include "tandem/logger/log_writer.hpp"

#include <algorithm>
#include <vector>

#include "tandem/logger/append/thread_context.hpp"
#include "tandem/logger/format/record_layout.hpp"
#include "tandem/logger/log_store.hpp"
#include "tandem/logger/patterns.hpp"

namespace tandem::logger {
namespace {

/** The text that a reader would make of arguments. */
std::string format(std::string_view pattern, std::span<const Argument> arguments) {
  std::vector<LogValue> values;
  for (const Argument& argument : arguments) {
    values.push_back(
        {argument.type(), argument.bits(),
         argument.isUnsigned() ? std::to_string(argument.bits()) : std::string(argument.text())});
  }
  return Patterns::format(pattern, values);
}

void strings(RecordBuffer& buffer, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    buffer.string(text);
  }
}

}  // namespace

void LogExtras::encode(RecordBuffer& buffer) const {
  if (thrown != nullptr) {
    const std::int64_t start = buffer.beginBlock(RecordLayout::BLOCK_THROWABLE);
    buffer.string(thrown);
    buffer.endBlock(start);
  }
  if (!context.empty() && !buffer.full()) {
    const std::int64_t start = buffer.beginBlock(RecordLayout::BLOCK_CONTEXT);
    for (std::size_t i = 0; i < context.size() && !buffer.full(); i++) {
      strings(buffer, {context[i].first, context[i].second});
    }
    buffer.endBlock(start);
  }
  if (!markers.empty() && !buffer.full()) {
    const std::int64_t start = buffer.beginBlock(RecordLayout::BLOCK_MARKERS);
    for (std::size_t i = 0; i < markers.size() && !buffer.full(); i++) {
      buffer.string(markers[i]);
    }
    buffer.endBlock(start);
  }
  if (!keyValues.empty() && !buffer.full()) {
    const std::int64_t start = buffer.beginBlock(RecordLayout::BLOCK_TYPED_KEY_VALUES);
    for (std::size_t i = 0; i < keyValues.size() && !buffer.full(); i++) {
      const auto& [key, value] = keyValues[i];
      buffer.string(key);
      buffer.word(static_cast<std::uint64_t>(value.type()));
      buffer.arguments(std::span(&value, 1));
    }
    buffer.endBlock(start);
  }
}

bool LogWriter::write(LogLevel level, std::string_view pattern, std::span<const Argument> arguments,
                      const LogExtras* extras) noexcept {
  try {
    const auto taken = arguments.first(std::min<std::size_t>(arguments.size(), ArgumentType::MOST));
    const std::uint64_t signature = Argument::signatureOf(taken);
    Descriptor* const descriptor = descriptors_.find(pattern, signature);
    if (descriptor == nullptr) {
      return writeText(level, format(pattern, taken), extras);
    }
    ThreadContext* const context = store_.context();
    if (context != nullptr) {
      context->buffer.begin(RecordLayout::STRUCTURED, static_cast<int>(level), LogStore::nanos(),
                            context->thread, name_.id, descriptor->id);
      context->buffer.arguments(taken);
      return finish(*context, level, descriptor, extras);
    }
  } catch (...) {
    // No memory for a longer record, for a thread's first, or for a new pattern.
  }
  store_.drop(level);
  return false;
}

bool LogWriter::writeText(LogLevel level, std::string_view message,
                          const LogExtras* extras) noexcept {
  try {
    ThreadContext* const context = store_.context();
    if (context != nullptr) {
      context->buffer.begin(RecordLayout::TEXT, static_cast<int>(level), LogStore::nanos(),
                            context->thread, name_.id, 0);
      context->buffer.text(message);
      return finish(*context, level, nullptr, extras);
    }
  } catch (...) {
    // As above.
  }
  store_.drop(level);
  return false;
}

bool LogWriter::finish(ThreadContext& context, LogLevel level, Descriptor* descriptor,
                       const LogExtras* extras) {
  if (extras != nullptr) {
    extras->encode(context.buffer);
  }
  return store_.append(name_, context, level, descriptor);
}

}  // namespace tandem::logger
