#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "wal/arguments.hpp"

namespace tandem::tool {

/** The words of a command line, one option or argument after the other, "--name=value" taken apart.
 */
class OptionWords {
 public:
  explicit OptionWords(std::span<const std::string> all) : all_(all) {}

  /** Steps to the next option or argument; false at the end. */
  bool next() {
    if (at_ == all_.size()) {
      return false;
    }
    name_ = all_[at_++];
    whole_ = name_;
    value_.reset();
    const std::size_t equals = name_.find('=');
    if (name_.starts_with("--") && equals != std::string::npos) {
      value_ = name_.substr(equals + 1);
      name_.resize(equals);
    }
    return true;
  }

  const std::string& name() const { return name_; }
  /** The word as it is, with a value behind "=". */
  const std::string& whole() const { return whole_; }
  bool hasValue() const { return value_.has_value(); }
  bool isOption() const { return name_.size() > 1 && name_[0] == '-'; }

  /** The option's value, with it or in the next word. Throws UsageException if there is none. */
  std::string value() {
    if (value_) {
      return *value_;
    }
    if (at_ == all_.size()) {
      throw UsageException("Missing required parameter for option '" + name_ + "'");
    }
    return all_[at_++];
  }

 private:
  std::span<const std::string> all_;
  std::size_t at_ = 0;
  std::string name_;
  std::string whole_;
  std::optional<std::string> value_;
};

}  // namespace tandem::tool
