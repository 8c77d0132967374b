#include <chrono>
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <thread>

#include "commands.hpp"
#include "log_input.hpp"
#include "tandem/logger/log_follower.hpp"
#include "wal/arguments.hpp"
#include "wal/json_object.hpp"
#include "wal/wal_text.hpp"

namespace tandem::tool {
namespace {

using logger::LogFollower;
using logger::LogReader;
using logger::LogRecord;

constexpr std::chrono::milliseconds kPoll{100};
constexpr std::chrono::seconds kPatience{1};

int codeOf(const LogReader& reader) {
  return reportDamage(reader) ? ExitCode::MISMATCH : ExitCode::OK;
}

/** Reads all that is requested. */
int forEach(const LogInput& input, const std::function<void(LogRecord&)>& work,
            const std::function<void(const LogReader&)>& atEnd) {
  input.checkLogs();
  LogReader reader(input.files);
  while (auto record = reader.next()) {
    if (input.filter.test(*record)) {
      work(*record);
    }
  }
  atEnd(reader);
  return codeOf(reader);
}

int cat(const LogInput& input) {
  return forEach(
      input, [&](LogRecord& record) { print(input.text(record)); }, [](const LogReader&) {});
}

int grep(const LogInput& input) {
  std::int64_t found = 0;
  return forEach(
      input,
      [&](LogRecord& record) {
        found++;
        if (!input.count) {
          print(input.text(record));
        }
      },
      [&](const LogReader&) {
        if (input.count) {
          print(std::to_string(found));
        }
      });
}

/** The last records, as they are printed. */
class Last {
 public:
  explicit Last(const LogInput& input) : input_(input) {}

  void keep(const LogRecord& record) {
    texts_.push_back(input_.text(record));
    if (static_cast<std::int64_t>(texts_.size()) > input_.lines) {
      texts_.pop_front();
    }
  }
  void printAll() const {
    for (const std::string& text : texts_) {
      print(text);
    }
    std::fflush(stdout);
  }

 private:
  const LogInput& input_;
  std::deque<std::string> texts_;
};

int follow(const LogInput& input) {
  input.checkFiles();
  LogFollower follower(input.files, kPatience);
  bool wrong = false;
  const auto failures = [&wrong](const std::string& text) {
    wrong = true;
    std::fprintf(stderr, "%s\n", text.c_str());
  };
  Last last(input);
  follower.poll(
      [&](const LogRecord& record) {
        if (input.filter.test(record)) {
          last.keep(record);
        }
      },
      failures);
  last.printAll();
  // Until it is interrupted, or nobody reads what it prints.
  while (std::ferror(stdout) == 0) {
    follower.poll(
        [&](const LogRecord& record) {
          if (input.filter.test(record)) {
            print(input.text(record));
          }
        },
        failures);
    std::fflush(stdout);
    std::this_thread::sleep_for(kPoll);
  }
  return wrong ? ExitCode::MISMATCH : ExitCode::OK;
}

int tail(const LogInput& input) {
  if (input.follow) {
    return follow(input);
  }
  Last last(input);
  return forEach(
      input, [&](LogRecord& record) { last.keep(record); },
      [&](const LogReader&) { last.printAll(); });
}

std::int64_t sumOf(const std::vector<std::int64_t>& counts) {
  // As Java adds: what a file says may be anything.
  std::uint64_t sum = 0;
  for (const std::int64_t count : counts) {
    sum += static_cast<std::uint64_t>(count);
  }
  return static_cast<std::int64_t>(sum);
}

int verify(const LogInput& input) {
  input.checkLogs();
  LogReader reader(input.files);
  std::int64_t own = 0;
  std::vector<std::int64_t> dropped;
  while (const auto record = reader.next()) {
    if (record->dropped) {
      own++;
      dropped.insert(dropped.end(), record->dropped->begin(), record->dropped->end());
    }
  }
  const int code = codeOf(reader);
  const std::int64_t records = reader.records() - own;
  if (!input.json) {
    std::string text = code == ExitCode::OK ? "sound: " : "NOT SOUND: ";
    text += std::to_string(records) + " records in " + std::to_string(reader.files());
    text += " segments, " + std::to_string(reader.holes()) + " holes, ";
    text += std::to_string(reader.damage().size()) + " damaged places, ";
    text += std::to_string(sumOf(dropped)) + " dropped by the writer, ";
    print(text + std::to_string(reader.abandoned()) + " abandoned by failed calls");
    return code;
  }
  std::vector<JsonObject> damage;
  for (const logger::LogDamage& one : reader.damage()) {
    damage.push_back(JsonObject()
                         .put("file", one.file)
                         .put("offset", one.offset)
                         .put("bytes", one.bytes)
                         .put("what", one.what));
  }
  print(JsonObject()
            .put("sound", code == ExitCode::OK)
            .putNull("proven")
            .put("records", records)
            .put("segments", reader.files())
            .put("holes", reader.holes())
            .put("holesExact", reader.holesExact())
            .put("dropped", sumOf(dropped))
            .put("abandoned", reader.abandoned())
            .put("damage", std::move(damage))
            .indented());
  return code;
}

}  // namespace

int logFiles(std::span<const std::string> words) {
  const std::string command = words.empty() ? "" : words[0];
  const std::map<std::string, int (*)(const LogInput&)> commands = {
      {"cat", cat}, {"grep", grep}, {"tail", tail}, {"verify", verify}};
  const auto found = commands.find(command);
  if (found == commands.end()) {
    throw UsageException("'log " + command +
                         "' is no command here: there are cat, grep, tail and verify");
  }
  return found->second(LogInput::parse(command, words.subspan(1)));
}

}  // namespace tandem::tool
