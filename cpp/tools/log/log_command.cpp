#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <numeric>
#include <thread>

#include "log_commands.hpp"
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

constexpr const char* kUsage = R"(Usage: tandem-cpp log COMMAND [OPTIONS] FILE...
Reads, checks and writes plain log files; FILE is one, or a directory of them. Sealed and compressed
files are for ./tandem log.

  cat                   prints records, one a line
  tail [-f] [-n N]      prints the last records and, with -f, those that come
  grep [-c] TEXT        prints the records whose message or stack trace has a text, or their number
  stats                 counts records by level, logger and thread
  verify [--json]       reads every record and checks what can be checked
  write --dir DIR [--threads N] [--records M] [--segment-size SIZE]
                        writes records as fast as it can: N threads, M records each

Options of all that print records or count them:
  --from TIME, --to TIME   not before, and before a time such as 2026-11-21T12:00:00Z
  --level LEVEL            this level and above: TRACE, DEBUG, INFO, WARN, ERROR
  --logger NAME            this logger and those under it
  --thread NAME            this thread
  --json                   one object a record, or one of all counts

Output and exit codes are those of ./tandem log:
  0   sound
  1   there is damage or a hole; a record that was to be written was dropped
  2   wrong usage, no log there, or a file that only the program in Java reads
)";

constexpr std::chrono::milliseconds kPoll{100};
constexpr std::chrono::seconds kPatience{1};

int codeOf(const LogReader& reader) {
  return reportDamage(reader) ? ExitCode::MISMATCH : ExitCode::OK;
}

/** Reads all that is asked for. */
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

/** Orders texts as Java does: by the code units of UTF-16. */
struct Utf16Order {
  bool operator()(const std::string& one, const std::string& other) const {
    return std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end(),
                                        [](char a, char b) { return weight(a) < weight(b); });
  }
  /** Surrogates, of which characters of four bytes are made, stand before U+E000. */
  static int weight(char each) {
    const int byte = static_cast<unsigned char>(each);
    return byte >= 0xF0 ? 16 * 0xED + 1 + (byte - 0xF0) : 16 * byte;
  }
};

using Counts = std::map<std::string, std::int64_t, Utf16Order>;

void line(std::string_view what, std::string_view value) {
  std::string padded(what);
  padded.resize(std::max<std::size_t>(padded.size(), 9), ' ');
  print(padded.append(" ").append(value));
}

/** A number without a fraction; halves go up, as in Java. */
std::string rounded(double value) {
  const double whole = std::floor(value);
  char text[64];
  std::snprintf(text, sizeof text, "%.0f", value - whole >= 0.5 ? whole + 1 : whole);
  return text;
}

class Statistics {
 public:
  void add(const LogRecord& record) {
    if (record.dropped) {
      dropped_ += static_cast<std::uint64_t>(sumOf(*record.dropped));
      return;
    }
    first_ = records_ == 0 ? record.time : std::min(first_, record.time);
    last_ = records_ == 0 ? record.time : std::max(last_, record.time);
    records_++;
    levels_[std::string(logger::nameOf(record.level))]++;
    loggers_[record.logger]++;
    threads_[record.thread]++;
  }

  void print(const LogReader& reader) const {
    line("records", std::to_string(records_));
    line("dropped", std::to_string(dropped()));
    if (records_ > 0) {
      line("first", time(first_));
      line("last", time(last_));
      const double seconds = lastOverFirst() / 1e9;
      if (seconds > 0) {
        line("rate", rounded(static_cast<double>(records_) / seconds) + " records/s");
      }
    }
    printAll("level", levels_);
    printAll("logger", loggers_);
    printAll("thread", threads_);
    line("segments", std::to_string(reader.files()));
    line("holes", std::to_string(reader.holes()));
    line("abandoned", std::to_string(reader.abandoned()));
    line("damage", std::to_string(reader.damage().size()));
  }

  std::string json(const LogReader& reader) const {
    JsonObject json;
    json.put("records", records_).put("dropped", dropped());
    if (records_ > 0) {
      json.put("firstTime", time(first_)).put("lastTime", time(last_));
    }
    json.put("levels", object(levels_)).put("loggers", object(loggers_));
    json.put("threads", object(threads_)).put("segments", reader.files());
    json.put("holes", reader.holes()).put("abandoned", reader.abandoned());
    json.put("damage", static_cast<std::int64_t>(reader.damage().size()));
    return json.compact();
  }

 private:
  double lastOverFirst() const {
    return static_cast<double>(static_cast<std::uint64_t>(last_) -
                               static_cast<std::uint64_t>(first_));
  }
  std::int64_t dropped() const { return static_cast<std::int64_t>(dropped_); }

  static void printAll(std::string_view what, const Counts& counts) {
    for (const auto& [name, count] : counts) {
      line(what, name + " " + std::to_string(count));
    }
  }
  static JsonObject object(const Counts& counts) {
    JsonObject object;
    for (const auto& [name, count] : counts) {
      object.put(name, count);
    }
    return object;
  }

  Counts levels_;
  Counts loggers_;
  Counts threads_;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::int64_t records_ = 0;
  std::uint64_t dropped_ = 0;
};

int stats(const LogInput& input) {
  Statistics statistics;
  return forEach(
      input, [&](LogRecord& record) { statistics.add(record); },
      [&](const LogReader& reader) {
        if (input.json) {
          print(statistics.json(reader));
        } else {
          statistics.print(reader);
        }
      });
}

}  // namespace

int logFiles(std::span<const std::string> words) {
  const std::string command = words.empty() ? "help" : words[0];
  if (command == "help" || command == "--help" || command == "-h") {
    std::fputs(kUsage, stdout);
    return ExitCode::OK;
  }
  const std::span<const std::string> rest = words.subspan(1);
  const std::map<std::string, int (*)(const LogInput&)> commands = {
      {"cat", cat}, {"grep", grep}, {"stats", stats}, {"tail", tail}, {"verify", verify}};
  const auto found = commands.find(command);
  if (found == commands.end() && command != "write") {
    throw UsageException("'log " + command + "' is no command here: there are cat, tail, verify," +
                         " grep, stats and write");
  }
  if (command == "write") {
    return writeLog(rest);
  }
  const LogInput input = LogInput::parse(command, rest);
  if (input.help) {
    std::fputs(kUsage, stdout);
    return ExitCode::OK;
  }
  return found->second(input);
}

}  // namespace tandem::tool
