#pragma once

#include <span>
#include <string>

namespace tandem::tool {

/**
 * tandem-cpp recover: brings an exchange back from its log, and tells what was found. Returns the
 * exit code.
 *
 * @param words behind the command
 */
int recoverExchange(std::span<const std::string> words);

/**
 * tandem-cpp replay: runs a flow of commands through an exchange, and tells what came of it.
 * Returns the exit code.
 *
 * @param words behind the command
 */
int replayFlow(std::span<const std::string> words);

/**
 * tandem-cpp hash: prints or checks xxHash sums of files. Returns the exit code.
 *
 * @param words behind the command
 */
int hashFiles(std::span<const std::string> words);

}  // namespace tandem::tool
