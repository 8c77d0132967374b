#pragma once

#include "file_sum.hpp"

namespace tandem::tool {

/** A file of sums, to be compared with the files that it names. */
class CheckList {
 public:
  /** What is told, and what counts. */
  struct Mode {
    /** Nothing is printed for files that are as listed. */
    bool quiet = false;
    /** Nothing at all is printed of what a list says. */
    bool status = false;
    /** A line that is no sum counts as a difference. */
    bool strict = false;
    /** Every line that is no sum is told. */
    bool warn = false;
    /** A file that is not there does not count. */
    bool ignoreMissing = false;
    /** The order of digests that have no tag to tell it. */
    bool littleEndian = false;
  };

  explicit CheckList(const Mode& mode) : mode_(mode) {}

  /** Checks all that an input lists; whether all is as listed. Throws UnreadFile of the list. */
  bool check(const Input& list);

 private:
  void checkLine(const std::string& where, const std::string& line);
  void checkFile(const std::string& where, const SumLine& sum);
  void tell(int count, const char* one, const char* many) const;
  void tell(const std::string& line) const;

  Mode mode_;
  int proper_ = 0;
  int verified_ = 0;
  int improper_ = 0;
  int unsupported_ = 0;
  int unread_ = 0;
  int wrong_ = 0;
};

}  // namespace tandem::tool
