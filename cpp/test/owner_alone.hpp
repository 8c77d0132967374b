#pragma once

#include <gtest/gtest.h>

#include <filesystem>

namespace tandem::test {

/** Checks that only its owner can do anything with what is below a directory, and that is some. */
inline void expectOwnerAlone(const std::filesystem::path& root) {
  int count = 0;
  for (const std::filesystem::directory_entry& each :
       std::filesystem::recursive_directory_iterator(root)) {
    const std::filesystem::perms others =
        std::filesystem::perms::group_all | std::filesystem::perms::others_all;
    EXPECT_EQ(each.status().permissions() & others, std::filesystem::perms::none) << each.path();
    count++;
  }
  EXPECT_GT(count, 2);
}

}  // namespace tandem::test
