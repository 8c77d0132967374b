#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "tandem/logger/format/arguments.hpp"
#include "tandem/logger/format/record_buffer.hpp"

namespace tandem::logger {

/** What a record may have beside its message: views, valid during the call. Texts are UTF-8. */
struct LogExtras {
  /** A stack trace, or what else shows where something was thrown; none if it is null. */
  const char* thrown = nullptr;
  std::span<const std::pair<std::string_view, std::string_view>> context{};
  std::span<const std::string_view> markers{};
  std::span<const std::pair<std::string_view, Argument>> keyValues{};

  void encode(RecordBuffer& buffer) const;
};

}  // namespace tandem::logger
