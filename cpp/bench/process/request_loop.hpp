#pragma once

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace tandem::bench {

/** Members of a JSON object, written as they are added. */
class JsonMembers {
 public:
  template <typename Number>
  JsonMembers& add(const std::string& name, Number value) {
    return addRaw(name, [value] {
      std::ostringstream text;
      text.precision(17);
      text << value;
      return text.str();
    }());
  }

  /** A member that is JSON already. */
  JsonMembers& addRaw(const std::string& name, const std::string& json) {
    text_ += (text_.empty() ? "" : ",");
    text_ += '"';
    text_ += name;
    text_ += "\":";
    text_ += json;
    return *this;
  }

  std::string object() const { return '{' + text_ + '}'; }

 private:
  std::string text_;
};

/** An empty directory that is gone with this. */
class RunDirectory {
 public:
  explicit RunDirectory(const std::filesystem::path& home) {
    std::string name = (home / "run-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("cannot make a directory in " + home.string());
    }
    path_ = name;
  }
  ~RunDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string failureOf(const std::exception& e) {
  std::string text = e.what();
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '"' || c == '\\' || c < ' '; }, ' ');
  return JsonMembers().addRaw("error", '"' + text + '"').object();
}

/**
 * Answers each line of the standard input by one line, as dev.tandem.jmh.harness.RequestLoop does.
 *
 * @param answer takes the words of a request, gives JSON; what it throws becomes a failed sample
 */
template <typename Answer>
int answerRequests(Answer&& answer) {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::vector<std::string> request;
    for (std::string word; words >> word;) {
      request.push_back(word);
    }
    std::string json;
    try {
      json = answer(request);
    } catch (const std::exception& e) {
      json = failureOf(e);
    }
    std::cout << "RESULT " << json << std::endl;
  }
  return 0;
}

}  // namespace tandem::bench
