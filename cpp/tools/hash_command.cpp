#include <cstdio>
#include <map>
#include <vector>

#include "checksum/check_list.hpp"
#include "commands.hpp"
#include "option_words.hpp"
#include "wal/wal_text.hpp"

namespace tandem::tool {
namespace {

constexpr const char* kUsage = R"(Usage: tandem-cpp hash [OPTIONS] [FILE...]
Prints or checks xxHash sums of files, in the form of xxhsum. A file - is the standard input.

  -a, --algorithm NAME  XXH64 (the default), XXH3 or XXH128
  -c, --check           reads sums from the files, and checks them
      --tag             prints the algorithm's name with every sum
      --little-endian   prints sums, and reads those without a tag, lowest byte first
  -q, --quiet           with --check: prints nothing for files that are as listed
      --status          with --check: prints nothing, only exits
      --strict          with --check: exits with 1 also for lines that are no sums
  -w, --warn            with --check: tells every line that is no sum
      --ignore-missing  with --check: passes over files that are not there

Output and exit codes are those of ./tandem hash: 1 if a file cannot be read or differs from its sum.
)";

class HashCommand {
 public:
  explicit HashCommand(std::span<const std::string> all) {
    bool onlyFiles = false;
    for (OptionWords words(all); words.next();) {
      const std::string& name = words.name();
      if (onlyFiles || !words.isOption()) {
        files_.push_back(words.whole());
      } else if (name == "--") {
        onlyFiles = true;
      } else if (name == "--algorithm") {
        algorithm(words.value());
      } else if (name.starts_with("--")) {
        if (words.hasValue() || !take(name)) {
          throw UsageException("Unknown option: '" + words.whole() + "'");
        }
      } else {
        takeLetters(words);
      }
    }
    if (files_.empty()) {
      files_.emplace_back("-");
    }
  }

  int run() {
    if (help_) {
      std::fputs(kUsage, stdout);
      return ExitCode::OK;
    }
    bool well = true;
    for (const std::string& file : files_) {
      const Input input = Input::ofArgument(file);
      try {
        if (check_) {
          well = CheckList(mode_).check(input) && well;
        } else {
          print(SumLine{algorithm_, digestOf(algorithm_, input), input.name}.text(
              tag_, mode_.littleEndian));
        }
      } catch (const UnreadFile& e) {
        std::fprintf(stderr, "Error: Could not open '%s': %s%s\n",
                     SumLine::told(input.name).c_str(), e.reason().c_str(), check_ ? "" : ".");
        well = false;
      }
    }
    return well ? ExitCode::OK : ExitCode::MISMATCH;
  }

 private:
  void algorithm(const std::string& name) {
    const auto found = algorithmOf(name);
    if (!found) {
      throw UsageException(
          "Invalid value for option '--algorithm': expected one of [XXH64, XXH3, XXH128]"
          " (case-insensitive) but was '" +
          name + "'");
    }
    algorithm_ = *found;
  }

  /** Letters behind one hyphen, of which the last may have a value. */
  void takeLetters(OptionWords& words) {
    const std::string letters = words.name();
    for (std::size_t i = 1; i < letters.size(); i++) {
      if (letters[i] == 'a') {
        algorithm(i + 1 < letters.size() ? letters.substr(i + 1) : words.value());
        return;
      }
      if (!take(std::string("-") + letters[i])) {
        throw UsageException("Unknown option: '" + letters + "'");
      }
    }
  }

  bool take(const std::string& name) {
    const std::map<std::string, bool*> flags = {{"-c", &check_},
                                                {"--check", &check_},
                                                {"--tag", &tag_},
                                                {"--little-endian", &mode_.littleEndian},
                                                {"-q", &mode_.quiet},
                                                {"--quiet", &mode_.quiet},
                                                {"--status", &mode_.status},
                                                {"--strict", &mode_.strict},
                                                {"-w", &mode_.warn},
                                                {"--warn", &mode_.warn},
                                                {"--ignore-missing", &mode_.ignoreMissing},
                                                {"-h", &help_},
                                                {"--help", &help_}};
    const auto flag = flags.find(name);
    if (flag != flags.end()) {
      *flag->second = true;
    }
    return flag != flags.end();
  }

  Algorithm algorithm_ = Algorithm::XXH64;
  CheckList::Mode mode_;
  bool check_ = false;
  bool tag_ = false;
  bool help_ = false;
  std::vector<std::string> files_;
};

}  // namespace

int hashFiles(std::span<const std::string> words) { return HashCommand(words).run(); }

}  // namespace tandem::tool
