#pragma once

#include <cstddef>
#include <vector>

#include "../flow/flow.hpp"

namespace tandem::tool {

/** The commands before a flow: they make its symbols and users, and pay the users in. */
class Setup {
 public:
  /** Without risk there are no users. */
  Setup(const Flow& flow, bool risk);

  std::size_t users() const { return users_.size(); }
  /** What each user is paid in of each currency; 0 without users. */
  i64 funding() const { return funding_; }
  std::size_t size() const { return symbols_ + users_.size() * (symbols_ + 2); }
  /** Those that make symbols; they come first. */
  std::size_t symbols() const { return symbols_; }
  void fill(std::size_t i, command::CommandInput& in) const;

 private:
  const std::size_t symbols_;
  const std::vector<i64> users_;
  const i64 funding_;
  const i64 timeNs_;
};

}  // namespace tandem::tool
