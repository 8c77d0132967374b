#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tandem/command/command.hpp"

namespace tandem::bench {

/** The flows that whole kernels are compared on, by the names of dev.tandem.flow's. */
enum class Profile { STEADY, SPOT };

/** What a pass meets: on average, every sixteenth command, and in all. */
struct Population {
  double live;
  double levels;
  std::int64_t trades;
  std::int64_t refusals;
};

/**
 * Commands on one symbol that leave the book as empty as they found it, so that they can be sent
 * again. The same rule, generator and seed as KernelFlows in Java make the same commands.
 */
struct Flow {
  std::vector<command::CommandInput> commands;
  Population population;

  static constexpr i64 kUsers = 1'000;
  static constexpr i32 kSymbol = 1;
  static constexpr u64 kSeed = 11;
  static constexpr std::size_t kCommands = std::size_t{1} << 18;

  /** Makes a flow; throws std::logic_error if it does not meet what is stated of it. */
  static Flow make(Profile profile);
  /** The symbol, and if asked for the users with their money. */
  static std::vector<command::CommandInput> preparation(bool risk);
};

}  // namespace tandem::bench
