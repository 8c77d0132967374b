#include "check_list.hpp"

#include <cstdio>

#include "wal/wal_text.hpp"

namespace tandem::tool {
namespace {

void complain(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

}  // namespace

bool CheckList::check(const Input& input) {
  const std::string list = SumLine::told(input.name);
  Lines lines(input);
  for (int number = 1; const auto line = lines.next(); number++) {
    checkLine(list + ":" + std::to_string(number) + ": ", *line);
  }
  if (proper_ == 0) {
    complain(list + ": no properly formatted xxHash checksum lines found");
    return false;
  }
  tell(improper_, "line is improperly formatted", "lines are improperly formatted");
  tell(unsupported_, "listed file was not checked", "listed files were not checked");
  tell(unread_, "listed file could not be read", "listed files could not be read");
  tell(wrong_, "computed checksum did NOT match", "computed checksums did NOT match");
  if (mode_.ignoreMissing && verified_ == 0) {
    complain(list + ": no file was verified");
    return false;
  }
  return unsupported_ == 0 && unread_ == 0 && wrong_ == 0 && !(mode_.strict && improper_ > 0);
}

void CheckList::checkLine(const std::string& where, const std::string& line) {
  const auto sum = SumLine::parse(line, mode_.littleEndian);
  if (sum) {
    proper_++;
    checkFile(where, *sum);
    return;
  }
  improper_++;
  if (mode_.warn) {
    complain(where + "Error: Improperly formatted checksum line.");
  }
}

void CheckList::checkFile(const std::string& where, const SumLine& sum) {
  const std::string told = SumLine::told(sum.name);
  if (!sum.algorithm) {
    unsupported_++;
    if (!mode_.status) {
      complain(where + "Error: XXH32 is not supported, '" + told + "' was not checked.");
    }
    return;
  }
  try {
    const bool same = digestOf(*sum.algorithm, Input::ofListed(sum.name)) == sum.digest;
    verified_++;
    wrong_ += same ? 0 : 1;
    if (!same || !mode_.quiet) {
      tell(SumLine::shown(sum.name) + (same ? ": OK" : ": FAILED"));
    }
  } catch (const UnreadFile& e) {
    if (mode_.ignoreMissing && e.isMissing()) {
      return;
    }
    tell(where + "Could not open or read '" + told + "': " + e.reason() + ".");
    unread_++;
  }
}

void CheckList::tell(int count, const char* one, const char* many) const {
  if (count > 0) {
    tell(std::to_string(count) + " " + (count == 1 ? one : many));
  }
}

void CheckList::tell(const std::string& line) const {
  if (!mode_.status) {
    print(line);
  }
}

}  // namespace tandem::tool
