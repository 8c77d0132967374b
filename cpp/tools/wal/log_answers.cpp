#include "log_answers.hpp"

#include "arguments.hpp"
#include "tandem/exchange.hpp"
#include "tandem/journal/exchange_store.hpp"
#include "tandem/journal/record_types.hpp"
#include "tandem/wal/wal_reader.hpp"
#include "wal_text.hpp"

namespace tandem::tool {

namespace record_types = journal::record_types;

void LogAnswers::print(const std::filesystem::path& log, const RecordChoice& choice,
                       std::int64_t count, const CommandView& view) {
  LogAnswers answers(choice, count, view);
  ExchangeOptions options;
  options.stages.riskShards = journal::ExchangeStore::hasRisk(log) ? 1 : 0;
  options.stages.handler = &answers;
  Exchange exchange(options);
  try {
    answers.run(log, exchange);
  } catch (const wal::WalException&) {
    // What was answered before the damage is told before it.
    exchange.drain();
    throw;
  }
}

void LogAnswers::run(const std::filesystem::path& log, Exchange& exchange) {
  wal::WalReader reader(log, wal::ReadMode::READ_ONLY, 0);
  command::CommandInput in;
  bool more = true;
  for (bool first = true; more && left_ > 0; first = false) {
    more = reader.next() && reader.sequence() <= choice_.lastSequence();
    if (more && first && reader.sequence() != 0) {
      throw BadInputException(log.string() + ": the log begins with record " +
                              std::to_string(reader.sequence()) +
                              ", and answers need all commands from record 0 on");
    }
    if (more && reader.type() == record_types::kCommand) {
      record_types::decode(log, reader.sequence(), reader.body(), in);
      records_.push_back(reader.sequence());
      exchange.submit(in);
    }
  }
  exchange.drain();
  if (!more && !choice_.hasEnd()) {
    reader.checkComplete();
  }
}

void LogAnswers::onResult(const command::Command& c) {
  const i64 sequence = records_.front();
  records_.pop_front();
  if (left_ > 0 && choice_.includes(sequence, c.timestampNs) && choice_.includesAnswered(c)) {
    tool::print(view_.answered(sequence, c));
    left_--;
  }
}

}  // namespace tandem::tool
