#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "../wal/arguments.hpp"

namespace tandem::tool {

/**
 * Files that appear whole or not at all: each is written beside its place under another name, and
 * all get their names when the last one is complete. One called "-" is the standard output. Every
 * failure is a BadInputException, "cannot write FILE: why". For one thread.
 */
class OutputFiles {
 public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  /** Removes what was not committed. */
  ~OutputFiles() {
    for (const Pending& file : pending_) {
      std::error_code ignored;
      std::filesystem::remove(file.temporary, ignored);
    }
  }

  static bool isStandard(const std::filesystem::path& target) { return target == "-"; }

  /** Complains about a place where no file can be written, before any work is done. */
  static void check(const std::filesystem::path& target) {
    std::error_code ignored;
    if (isStandard(target) || isDevice(target)) {
      return;
    }
    const std::filesystem::path directory = directoryOf(target);
    if (!std::filesystem::is_directory(directory, ignored)) {
      fail(target, "there is no directory " + directory.string());
    }
    if (access(directory.c_str(), W_OK) != 0) {
      fail(target, "the directory " + directory.string() + " is not writable");
    }
    if (std::filesystem::is_directory(target, ignored)) {
      fail(target, "it is a directory, expected a file name");
    }
  }

  /** Writes a file, not yet under its name; the standard output, and a device, at once. */
  void write(const std::filesystem::path& target, const std::string& text) {
    check(target);
    if (isStandard(target)) {
      std::fwrite(text.data(), 1, text.size(), stdout);
      return;
    }
    if (isDevice(target)) {
      writeTo(target, target, text);
      return;
    }
    std::error_code ignored;
    // A link stays a link: what it points to is replaced.
    const std::filesystem::path place = std::filesystem::is_regular_file(target, ignored)
                                            ? std::filesystem::canonical(target)
                                            : target;
    std::string name(1, '.');
    name += place.filename().string();
    name.append(".").append(std::to_string(getpid())).append(".part");
    const std::filesystem::path temporary = directoryOf(place) / name;
    pending_.push_back({temporary, place, target});
    writeTo(temporary, target, text);
  }

  /** Gives all files their names. */
  void commit() {
    while (!pending_.empty()) {
      const Pending& file = pending_.front();
      if (std::rename(file.temporary.c_str(), file.place.c_str()) != 0) {
        fail(file.named, std::strerror(errno));
      }
      pending_.erase(pending_.begin());
    }
  }

 private:
  struct Pending {
    std::filesystem::path temporary;
    std::filesystem::path place;
    std::filesystem::path named;
  };

  [[noreturn]] static void fail(const std::filesystem::path& target, const std::string& why) {
    throw BadInputException("cannot write " + target.string() + ": " + why);
  }

  /** Nothing can be put beside a device or a pipe, and it cannot be replaced by a file. */
  static bool isDevice(const std::filesystem::path& target) {
    std::error_code ignored;
    return std::filesystem::exists(target, ignored) &&
           !std::filesystem::is_regular_file(target, ignored) &&
           !std::filesystem::is_directory(target, ignored);
  }

  static std::filesystem::path directoryOf(const std::filesystem::path& target) {
    return std::filesystem::absolute(target).parent_path();
  }

  static void writeTo(const std::filesystem::path& file, const std::filesystem::path& named,
                      const std::string& text) {
    std::FILE* out = std::fopen(file.c_str(), "wb");
    if (out == nullptr) {
      fail(named, std::strerror(errno));
    }
    const bool whole = std::fwrite(text.data(), 1, text.size(), out) == text.size();
    const int first = errno;
    if (std::fclose(out) != 0 || !whole) {
      fail(named, std::strerror(whole ? errno : first));
    }
  }

  std::vector<Pending> pending_;
};

}  // namespace tandem::tool
