#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "commands.hpp"
#include "flow/flow_files.hpp"
#include "number_text.hpp"
#include "option_words.hpp"
#include "replay/book_workload_report.hpp"
#include "replay/output_files.hpp"
#include "replay/replay_json.hpp"
#include "replay/replay_outputs.hpp"
#include "replay/replay_summary.hpp"
#include "replay/warm_up.hpp"
#include "wal/wal_text.hpp"

namespace tandem::tool {
namespace {

constexpr const char* kUsage = R"(Usage: tandem-cpp replay FILE... [OPTIONS]
Runs recorded or generated commands through the exchange in C++, and tells throughput, latency,
trades and the two hashes; medians of several rounds. Several FILEs are one symbol each, merged by
time. What a file says must come of it is checked: uncross prices, cancelled quantities, and the
trades and the final book that lie beside a recorded day, where they are not compressed. FILE - is
the standard input, as for a compressed file: zstd -dc flow.csv.zst | tandem-cpp replay -

  --format FORMAT      auto, csv (Tandem's own), sse (a Shanghai day) or book-workload (default:
                       auto)
  --topology TOPOLOGY  auto, fused (one thread), pipelined (a thread for each stage) or pipelined:R,M
                       with R risk and M matching threads (default: auto). Given more than once, the
                       topologies run by turns and must agree.
  --risk on|off        off: no accounts, no holds; a pipeline has R = 1 (default: on)
  --rate N             open loop at N commands/s, latency from the intended time (default: closed
                       loop, as fast as commands are taken)
  --wal DIR            keeps a write-ahead log in this directory. If it holds the beginning of this
                       very replay, the exchange recovers and goes on after it.
  --durability LEVEL   with --wal: when commands are answered. none: at once; written: when the process
                       may die; synced: when the machine may (default: synced)
  --snapshot-every N   with --wal: takes a snapshot of the state every N logged commands, and keeps two
                       (default: none)
  --rounds N           how often it is run in each topology, each time in a new exchange (default: 3,
                       with --wal 1 and no more)
  --trades OUT         writes the trades
  --book OUT           writes the final book
  --json OUT           writes the figures and hashes. Of these three one may be -, the standard
                       output; the summary then goes to the standard error.
  --warmup N           commands that are run before the clock starts, in each topology, in exchanges
                       that are thrown away: the first N of the input, and again from its start where
                       it is shorter (default: 0, for there is no JIT; ./tandem generates them)

Outputs and exit codes are those of ./tandem replay, which also reads compressed files:
  0   all is well
  1   trades, books, quantities or balances are not what they must be, or topologies do not agree
  2   wrong usage, a malformed input, an output that cannot be written, or no room for the log
  3   the kernel failed
)";

constexpr i64 kMostPerSecond = 1'000'000'000;
constexpr i64 kRounds = 3;
constexpr i64 kMostRounds = 1'000;
constexpr u32 kMostShards = 64;

Topology autoTopology() {
  constexpr unsigned kMostForOne = 4;
  return std::thread::hardware_concurrency() <= kMostForOne ? Topology{0, 0} : Topology{1, 1};
}

/** Of "pipelined:R,M", each of at most three digits; nothing of any other text. */
std::optional<Topology> shardsOf(std::string_view text) {
  constexpr std::string_view kBegin = "pipelined:";
  constexpr std::size_t kMostDigits = 3;
  const std::size_t comma = text.find(',');
  if (!text.starts_with(kBegin) || comma == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view risk = text.substr(kBegin.size(), comma - kBegin.size());
  const std::string_view matching = text.substr(comma + 1);
  const auto riskShards = wholeNumber<u32>(risk);
  const auto matchingShards = wholeNumber<u32>(matching);
  if (!riskShards || !matchingShards || std::max(risk.size(), matching.size()) > kMostDigits) {
    return std::nullopt;
  }
  return Topology{*riskShards, *matchingShards};
}

Topology topologyOf(const std::string& text) {
  if (text == "auto" || text == "fused") {
    return text == "fused" ? Topology{0, 0} : autoTopology();
  }
  if (text == "pipelined") {
    return {1, 1};
  }
  const std::optional<Topology> topology = shardsOf(text);
  if (!topology) {
    throw UsageException("'" + text +
                         "' is not a topology: expected auto, fused, pipelined or pipelined:R,M");
  }
  const auto [risk, matching] = *topology;
  if (risk == 0 || matching == 0) {
    throw UsageException("'" + text + "': a pipeline has at least one risk and one matching shard");
  }
  if (std::max(risk, matching) > kMostShards) {
    throw UsageException("'" + text + "': risk shards " + std::to_string(risk) +
                         ", matching shards " + std::to_string(matching) + ": expected 1 to " +
                         std::to_string(kMostShards) + " of each");
  }
  return *topology;
}

class ReplayCommand {
 public:
  explicit ReplayCommand(std::span<const std::string> all) {
    for (OptionWords words(all); words.next();) {
      if (words.name() == "--help" || words.name() == "-h") {
        help_ = true;
      } else if (words.isOption()) {
        take(words);
      } else {
        files_.push_back(pathOf(words.whole()));
      }
    }
  }

  int run() {
    if (help_) {
      std::fputs(kUsage, stdout);
      return ExitCode::OK;
    }
    check();
    const Flow flow = FlowFiles::read(files_, format_);
    const bool workload = flow.format == FlowFormat::BOOK_WORKLOAD;
    const bool keepsTrades = trades_ || workload || RecordedCheck::hasTrades(flow);
    const bool keepsBooks = book_ || RecordedCheck::hasBooks(flow);
    std::vector<ReplayOptions> options;
    for (const Topology& topology : topologies_) {
      options.push_back({topology, risk_, rate_, keepsTrades, workload, keepsBooks, journal_});
    }
    WarmUp::run(flow, options, warmup_);
    Rounds rounds{flow, named(), risk_, rate_, warmup_, {}, {}, {}};
    run(options, rounds);
    refuseIncompleteTrades(rounds.first());
    if (workload && rounds.first().isComplete()) {
      rounds.reportSha256 = BookWorkloadReport::sha256(flow, rounds.first());
    }
    rounds.recorded = RecordedCheck::check(flow, rounds.first());
    write(rounds);
    return rounds.isGood() ? ExitCode::OK : ExitCode::MISMATCH;
  }

 private:
  /** The files as messages call them. */
  std::vector<std::string> named() const {
    std::vector<std::string> names = files_;
    std::replace(names.begin(), names.end(), std::string("-"), std::string("standard input"));
    return names;
  }

  /** All rounds of all topologies, by turns; trades, answers and books are kept of the first. */
  void run(std::vector<ReplayOptions>& options, Rounds& rounds) const {
    for (const ReplayOptions& of : options) {
      rounds.topologies.push_back({of.topology, {}});
    }
    for (i64 round = 0; round < *rounds_; round++) {
      for (std::size_t t = 0; t < options.size(); t++) {
        rounds.topologies[t].rounds.push_back(replay(rounds.flow, options[t]));
        for (ReplayOptions& of : options) {
          of.keepsTrades = of.keepsAnswers = of.keepsBooks = false;
        }
      }
    }
  }

  void take(OptionWords& words) {
    const std::string name = words.name();
    if (name == "--topology") {
      topologies_.push_back(topologyOf(words.value()));
    } else if (name == "--risk") {
      risk_ = isOn(words.value());
    } else if (name == "--rate") {
      rate_ = within("--rate", countOf(words.value()), kMostPerSecond);
    } else if (name == "--rounds") {
      rounds_ = within("--rounds", countOf(words.value()), kMostRounds);
    } else if (name == "--trades") {
      trades_ = pathOf(words.value());
    } else if (name == "--book") {
      book_ = pathOf(words.value());
    } else if (name == "--json") {
      json_ = pathOf(words.value());
    } else if (name == "--format") {
      format_ = formatOf(words.value());
    } else if (name == "--wal") {
      log_ = pathOf(words.value());
    } else if (name == "--durability") {
      durability_ = durabilityOf(words.value());
    } else if (name == "--snapshot-every") {
      snapshotEvery_ = countOf(words.value());
    } else if (name == "--warmup") {
      warmup_ = warmupOf(countOf(words.value()));
    } else {
      throw UsageException("Unknown option: '" + words.whole() + "'");
    }
  }

  static i64 within(const std::string& name, i64 value, i64 most) {
    if (value < 1 || value > most) {
      throw UsageException(name + " is " + std::to_string(value) + ", expected 1 to " +
                           count(most));
    }
    return value;
  }

  static wal::Durability durabilityOf(std::string text) {
    const std::string asked = text;
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char each) { return static_cast<char>(std::toupper(each)); });
    for (const auto level :
         {wal::Durability::NONE, wal::Durability::WRITTEN, wal::Durability::SYNCED}) {
      if (text == wal::nameOf(level)) {
        return level;
      }
    }
    throw UsageException(
        "Invalid value for option '--durability': expected "
        "one of [NONE, WRITTEN," +
        std::string(" SYNCED] (case-insensitive) but was '") + asked + "'");
  }

  /** The log that was asked for, with what must go with it. */
  void checkLog() {
    if (!log_) {
      if (durability_ || snapshotEvery_) {
        throw UsageException(std::string(durability_ ? "--durability" : "--snapshot-every")
                                 .append(" needs --wal DIR"));
      }
      rounds_ = rounds_.value_or(kRounds);
      return;
    }
    if (snapshotEvery_ && *snapshotEvery_ < 1) {
      throw UsageException("--snapshot-every is " + std::to_string(*snapshotEvery_) +
                           ", expected 1 or more");
    }
    rounds_ = rounds_.value_or(1);
    if (*rounds_ != 1 || topologies_.size() != 1) {
      throw UsageException(
          "--wal goes with one round of one topology: a "
          "second round would find its commands in"
          " the log");
    }
    journal_.emplace();
    journal_->directory = *log_;
    journal_->durability = durability_.value_or(wal::Durability::SYNCED);
    journal_->snapshotEvery = snapshotEvery_.value_or(0);
  }

  /** The trades of commands that are only in a snapshot are not known any more. */
  void refuseIncompleteTrades(const ReplayResult& result) const {
    if (trades_ && result.logged && result.logged->untold != 0) {
      throw BadInputException(*trades_ + " cannot be written: the first " +
                              std::to_string(result.logged->untold) +
                              " commands were restored from a snapshot, and their trades are not"
                              " known");
    }
  }

  static bool isOn(const std::string& text) {
    if (text != "on" && text != "off") {
      throw UsageException("--risk is '" + text + "', expected on or off");
    }
    return text == "on";
  }

  /** Nothing: it is told from the file. */
  static std::optional<FlowFormat> formatOf(const std::string& text) {
    if (text == "auto") {
      return std::nullopt;
    }
    for (const FlowFormat format : {FlowFormat::CSV, FlowFormat::SSE, FlowFormat::BOOK_WORKLOAD}) {
      if (text == labelOf(format)) {
        return format;
      }
    }
    throw UsageException("Invalid value for option '--format': '" + text +
                         "': expected auto, csv, sse or book-workload");
  }

  static i64 warmupOf(i64 commands) {
    constexpr i64 kMostCommands = std::numeric_limits<i32>::max() - 8;
    if (commands < 0 || commands > kMostCommands) {
      throw UsageException("--warmup is " + std::to_string(commands) + ", expected 0 or more");
    }
    return commands;
  }

  void check() {
    if (files_.empty()) {
      throw UsageException("Missing required parameter: 'FILE'");
    }
    if (topologies_.empty()) {
      topologies_.push_back(autoTopology());
    }
    for (std::size_t i = 0; i < topologies_.size(); i++) {
      for (std::size_t j = 0; j < i; j++) {
        if (topologies_[i] == topologies_[j]) {
          throw UsageException("--topology names a topology twice");
        }
      }
      if (!risk_ && topologies_[i].riskShards > 1) {
        throw UsageException("--risk off has one thread in the place of risk: pipelined:1,M");
      }
    }
    checkLog();
    std::vector<std::filesystem::path> taken;
    for (const std::string& file : files_) {
      InputFile::check(file);
      if (file != "-") {
        taken.emplace_back(file);
      }
    }
    for (const auto& output : {trades_, book_, json_}) {
      if (!output) {
        continue;
      }
      OutputFiles::check(*output);
      for (const auto& other : taken) {
        if (std::filesystem::absolute(*output).lexically_normal() ==
            std::filesystem::absolute(other).lexically_normal()) {
          throw UsageException(*output + " is named twice: an output must be a file of its own");
        }
      }
      taken.emplace_back(*output);
    }
  }

  void write(const Rounds& rounds) const {
    OutputFiles files;
    bool standard = false;
    const auto put = [&](const std::optional<std::string>& target, auto text) {
      if (target) {
        standard = standard || OutputFiles::isStandard(*target);
        files.write(*target, text(rounds));
      }
    };
    put(trades_, tradesOf);
    put(book_, booksOf);
    put(json_, jsonOf);
    files.commit();
    std::fputs(summaryOf(rounds).c_str(), standard ? stderr : stdout);
  }

  std::vector<std::string> files_;
  std::optional<FlowFormat> format_;
  std::vector<Topology> topologies_;
  bool risk_ = true;
  i64 rate_ = 0;
  std::optional<std::string> log_;
  std::optional<wal::Durability> durability_;
  std::optional<i64> snapshotEvery_;
  std::optional<journal::JournalOptions> journal_;
  std::optional<i64> rounds_;
  i64 warmup_ = 0;
  std::optional<std::string> trades_;
  std::optional<std::string> book_;
  std::optional<std::string> json_;
  bool help_ = false;
};

}  // namespace

int replayFlow(std::span<const std::string> words) { return ReplayCommand(words).run(); }

}  // namespace tandem::tool
