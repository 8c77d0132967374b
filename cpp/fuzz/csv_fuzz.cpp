#include <string>
#include <string_view>

#include "fuzzing.hpp"
#include "replay/replay.hpp"
#include "wal/arguments.hpp"

using namespace tandem::tool;
using tandem::fuzzing::require;

/** A text as a flow; a short one is run, too. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Flow flow = Flow::read(text, "flow.csv");
    constexpr std::size_t kMostRun = 64;
    if (flow.commands.size() <= kMostRun) {
      require(replay(flow, {{0, 0}, true, 0, true, true}).isConserved(), "money is conserved");
    }
  } catch (const BadInputException&) {
    // The ordinary end.
  }
  return 0;
}
