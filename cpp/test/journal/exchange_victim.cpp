#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include "tandem/command/command_codec.hpp"
#include "tandem/exchange.hpp"

/**
 * An exchange on a log that a test kills. It continues in a file of commands where its log ends,
 * and tells "open N", then "acked N" behind each batch: so many commands are answered, and synced.
 * With NONE they are answered without waiting for the log, which a test must find out.
 *
 *   tandem-exchange-victim LOG COMMANDS fused|pipelined BATCHES_A_SNAPSHOT SYNCED|NONE
 *
 * Each command must leave one record in the log, which has one before them.
 */
namespace {

using namespace tandem;
namespace codec = command::command_codec;

constexpr std::size_t kBatch = 50;

std::vector<command::CommandInput> commandsOf(const char* file) {
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  std::vector<command::CommandInput> commands;
  std::span<const std::byte> rest = std::as_bytes(std::span(bytes));
  while (!rest.empty()) {
    const std::size_t length = codec::decode(rest, commands.emplace_back());
    if (length == 0) {
      std::fprintf(stderr, "%s: bytes that are no command\n", file);
      std::exit(2);
    }
    rest = rest.subspan(length);
  }
  return commands;
}

void report(const char* what, std::size_t commands) {
  std::printf("%s %zu\n", what, commands);
  std::fflush(stdout);
}

void run(char** words) {
  const auto commands = commandsOf(words[2]);
  const int every = std::atoi(words[4]);
  ExchangeOptions options;
  options.pipelined = words[3][0] == 'p';
  options.pipeline.ringSize = 256;
  options.journal = journal::JournalOptions{};
  options.journal->directory = words[1];
  options.journal->segmentBytes = 64 << 10;
  options.journal->wholeLogKept = true;
  options.journal->durability =
      words[5][0] == 'N' ? wal::Durability::NONE : wal::Durability::SYNCED;
  Exchange exchange(options);
  auto done = static_cast<std::size_t>(exchange.lastRecord());
  report("open", done);
  for (int batch = 1; done < commands.size(); batch++) {
    const std::size_t end = std::min(commands.size(), done + kBatch);
    exchange.startBatch();
    for (; done < end; done++) {
      exchange.submit(commands[done]);
    }
    exchange.drain();
    report("acked", done);
    if (batch % every == 0) {
      exchange.snapshot();
    }
  }
  exchange.close();
}

}  // namespace

int main(int count, char** words) {
  if (count != 6) {
    std::fprintf(stderr, "usage: LOG COMMANDS fused|pipelined BATCHES_A_SNAPSHOT SYNCED|NONE\n");
    return 2;
  }
  try {
    run(words);
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 3;
  }
}
