#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "commands.hpp"
#include "log/log_commands.hpp"
#include "tandem/journal/journal_exception.hpp"
#include "tandem/logger/log_exception.hpp"
#include "tandem/snapshot/snapshot_exception.hpp"
#include "tandem/wal/wal_exception.hpp"
#include "wal/arguments.hpp"
#include "wal/wal_commands.hpp"
#include "wal/wal_text.hpp"

namespace {

using namespace tandem::tool;

constexpr const char* kUsage =
    R"(Usage: tandem-cpp replay FILE [OPTIONS]
       tandem-cpp recover DIR [OPTIONS]
       tandem-cpp hash [OPTIONS] [FILE...]
       tandem-cpp log COMMAND [OPTIONS] FILE...
       tandem-cpp wal COMMAND DIR [OPTIONS]
       tandem-cpp version
replay runs a flow of commands, recover brings an exchange back from its log, hash prints or checks
sums of files, log reads, checks and writes log files; with --help each says more. wal checks, prints
and repairs the directory of a write-ahead log.

  verify DIR [--json]   checks every record, and goes on behind damage; changes nothing
  dump DIR [--json] [--raw] [--from SEQUENCE|TIME] [--to SEQUENCE|TIME] [--count N] [--bytes N]
           [--user ID] [--order ID] [--symbol ID] [--answers]
                        prints the records, one a line; changes nothing. In the log of an exchange
                        they are its commands, in words; with --answers also what each was answered,
                        and its trades, for which the log must still have its first record
  stats DIR [--json]    sums up the sound records, their times and sizes; changes nothing
  recover DIR [--json]  drops a torn tail and closes the log, as every start of a writer does
                        (repair is another name of it)

Output and exit codes are those of ./tandem wal, where wal recover is called wal repair:
  0   the log is sound; a torn tail, which opening the log drops, is no damage
  1   the log is damaged, or it is not proven which segments it had
  2   wrong usage, or there is no log
)";

/** Whether the version is asked for, of whatever command; behind -- there are files alone. */
bool asksForVersion(const std::vector<std::string>& words) {
  return !words.empty() && std::find(words.begin(), words.end(), "--") == words.end() &&
         (words[0] == "version" || words.back() == "--version" || words.back() == "-V");
}

int version(const std::vector<std::string>& words) {
  if (words[0] == "version" && words.size() > 1 && words[1] != "--version" && words[1] != "-V") {
    if (words[1] == "--help" || words[1] == "-h") {
      std::fputs(kUsage, stdout);
      return ExitCode::OK;
    }
    throw UsageException(
        (words[1].starts_with('-') ? "Unknown option: '" : "Unmatched argument: '") + words[1] +
        "'");
  }
  print("tandem " TANDEM_VERSION);
  print("compiler " __VERSION__);
  return ExitCode::OK;
}

int run(const std::vector<std::string>& words) {
  if (asksForVersion(words)) {
    return version(words);
  }
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help" ||
      (words[0] == "wal" && words.size() == 1)) {
    std::fputs(kUsage, stdout);
    return ExitCode::OK;
  }
  if (words[0] == "replay") {
    return replayFlow(std::span(words).subspan(1));
  }
  if (words[0] == "recover") {
    return recoverExchange(std::span(words).subspan(1));
  }
  if (words[0] == "hash") {
    return hashFiles(std::span(words).subspan(1));
  }
  if (words[0] == "log") {
    return logFiles(std::span(words).subspan(1));
  }
  if (words[0] != "wal") {
    throw UsageException(
        "'" + words[0] +
        "' is no command here: there are replay, recover, hash, log, wal and version."
        " All others are those of ./tandem");
  }
  const std::string& command = words[1];
  const std::span<const std::string> rest = std::span(words).subspan(2);
  const bool repairs = command == "recover" || command == "repair";
  if (command == "--help" || command == "-h" || command == "help") {
    std::fputs(kUsage, stdout);
    return ExitCode::OK;
  }
  if (command != "verify" && command != "dump" && command != "stats" && !repairs) {
    throw UsageException("'wal " + command +
                         "' is no command here: there are verify, dump, stats and repair,"
                         " which is also called recover");
  }
  const Arguments arguments = Arguments::parse(rest, command == "dump");
  if (arguments.help) {
    std::fputs(kUsage, stdout);
    return ExitCode::OK;
  }
  if (repairs) {
    return repair(arguments);
  }
  if (command == "stats") {
    return stats(arguments);
  }
  return command == "verify" ? verify(arguments) : dump(arguments);
}

/** The command whose help tells of what was asked for. */
std::string helpOf(const std::vector<std::string>& words) {
  const std::string command = words.empty() ? "" : words[0];
  if (command == "version") {
    return "";
  }
  return command == "recover" || command == "replay" || command == "hash" || command == "log"
             ? command + " "
             : "wal ";
}

int badInput(const std::exception& failure) {
  std::fprintf(stderr, "tandem: %s\n", failure.what());
  return ExitCode::BAD_INPUT;
}

int explained(const std::vector<std::string>& words) {
  try {
    return run(words);
  } catch (const UsageException& wrong) {
    std::fprintf(stderr, "tandem: %s\nTry: tandem-cpp %s--help\n", wrong.what(),
                 helpOf(words).c_str());
    return ExitCode::BAD_INPUT;
  } catch (const BadInputException& wrong) {
    return badInput(wrong);
  } catch (const tandem::wal::WalException& failure) {
    return badInput(failure);
  } catch (const tandem::journal::JournalException& failure) {
    return badInput(failure);
  } catch (const tandem::snapshot::SnapshotException& failure) {
    return badInput(failure);
  } catch (const tandem::logger::LogException& failure) {
    return badInput(failure);
  } catch (const std::filesystem::filesystem_error& failure) {
    return badInput(failure);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "tandem: failed, please report it with this cause: %s\n", failure.what());
    return ExitCode::FAILED;
  }
}

}  // namespace

int main(int count, char** words) {
  const int code = explained(std::vector<std::string>(words + 1, words + count));
  // What was asked for has not arrived: a failure, whatever the command says.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "tandem: cannot write the output\n");
    return code == ExitCode::FAILED ? code : ExitCode::BAD_INPUT;
  }
  return code;
}
