#pragma once

#include <span>
#include <string>

namespace tandem::tool {

/**
 * tandem-cpp recover: brings an exchange back from its log, and reports what was found. Returns the
 * exit code.
 *
 * @param words behind the command
 */
int recoverExchange(std::span<const std::string> words);

/**
 * tandem-cpp log: reads, follows, searches and checks plain log files. Returns the exit code.
 *
 * @param words behind the command
 */
int logFiles(std::span<const std::string> words);

}  // namespace tandem::tool
