#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "commands.hpp"
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
    R"(Usage: tandem-cpp recover DIR [--check] [--json] [--read-only] [--to SEQUENCE|TIME]
       tandem-cpp wal verify|recover DIR [--json]
       tandem-cpp wal dump DIR [--json] [--from SEQUENCE|TIME] [--to SEQUENCE|TIME] [--count N]
                           [--bytes N]
       tandem-cpp log cat|grep TEXT|tail|verify [OPTIONS] FILE...
       tandem-cpp version
What the tests of logs and recovery call. Output and exit codes are those of ./tandem, whose help
explains them; wal recover is wal repair there, wal dump is wal dump --raw, and sealed or compressed
log files are for ./tandem alone.
)";

/** Whether a word among these is an option, which every command has. */
bool has(const std::vector<std::string>& words, const char* name, const char* letter) {
  return std::any_of(words.begin(), words.end(),
                     [=](const std::string& word) { return word == name || word == letter; });
}

int version(const std::vector<std::string>& words) {
  if (words[0] == "version" && words.size() > 1) {
    throw UsageException("Unmatched argument: '" + words[1] + "'");
  }
  print("tandem " TANDEM_VERSION);
  print("compiler " __VERSION__);
  return ExitCode::OK;
}

int run(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "help" || has(words, "--help", "-h")) {
    std::fputs(kUsage, stdout);
    return ExitCode::OK;
  }
  if (words[0] == "version" || has(words, "--version", "-V")) {
    return version(words);
  }
  const std::span<const std::string> rest = std::span(words).subspan(1);
  if (words[0] == "recover") {
    return recoverExchange(rest);
  }
  if (words[0] == "log") {
    return logFiles(rest);
  }
  if (words[0] != "wal") {
    throw UsageException("'" + words[0] +
                         "' is no command here: there are recover, wal, log and version. All"
                         " others are those of ./tandem");
  }
  const std::string command = rest.empty() ? "" : rest[0];
  const bool repairs = command == "recover" || command == "repair";
  if (command != "verify" && command != "dump" && !repairs) {
    throw UsageException("'wal " + command + "' is no command here: there are verify, dump and" +
                         " recover, which is also called repair");
  }
  const Arguments arguments = Arguments::parse(rest.subspan(1), command == "dump");
  if (repairs) {
    return repair(arguments);
  }
  return command == "verify" ? verify(arguments) : dump(arguments);
}

int badInput(const std::exception& failure) {
  std::fprintf(stderr, "tandem: %s\n", failure.what());
  return ExitCode::BAD_INPUT;
}

int explained(const std::vector<std::string>& words) {
  try {
    return run(words);
  } catch (const UsageException& wrong) {
    std::fprintf(stderr, "tandem: %s\nTry: tandem-cpp --help\n", wrong.what());
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
  // The output has not arrived: a failure, whatever the command says.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "tandem: cannot write the output\n");
    return code == ExitCode::FAILED ? code : ExitCode::BAD_INPUT;
  }
  return code;
}
