#pragma once

#include <span>
#include <string>

namespace tandem::tool {

/**
 * tandem-cpp log: reads, follows, checks, searches and counts plain log files, and writes some for
 * load. Returns the exit code.
 *
 * @param words behind the command
 */
int logFiles(std::span<const std::string> words);

/** tandem-cpp log write. Returns the exit code. */
int writeLog(std::span<const std::string> words);

}  // namespace tandem::tool
