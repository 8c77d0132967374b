#pragma once

#include <string>

#include "json_object.hpp"
#include "record_choice.hpp"
#include "tandem/command/command.hpp"

namespace tandem::tool {

/** A command of a log, with its answer if that is known: for a person, and as JSON. */
class CommandView {
 public:
  /** @param choice which trades of an answer are shown */
  CommandView(const RecordChoice& choice, bool json) : choice_(choice), json_(json) {}

  /** A line. */
  std::string of(i64 sequence, const command::CommandInput& c) const;

  /** A line, and in text below it one for each trade that was chosen. */
  std::string answered(i64 sequence, const command::Command& c) const;

 private:
  std::string text(i64 sequence, const command::CommandInput& c) const;
  /** A trade of an uncross has the buy order for its taker. */
  JsonObject json(i64 sequence, const command::CommandInput& c) const;
  void putAnswer(JsonObject& json, const command::Command& c) const;
  bool shows(const command::Outcome& trade) const {
    return !choice_.isPersonal() || choice_.includes(trade);
  }

  const RecordChoice& choice_;
  const bool json_;
};

}  // namespace tandem::tool
