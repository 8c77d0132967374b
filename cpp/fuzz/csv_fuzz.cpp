#include <optional>
#include <string>

#include "flow/flow_files.hpp"
#include "fuzzing.hpp"
#include "replay/replay.hpp"
#include "wal/arguments.hpp"

using namespace tandem::tool;
using tandem::fuzzing::require;

/** Bytes as a flow of any format; a short one is run, too. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file{"flow.csv", std::string(reinterpret_cast<const char*>(data), size)};
  try {
    const Flow flow = FlowFiles::read(file, std::nullopt);
    constexpr std::size_t kMostRun = 64;
    if (flow.commands.size() <= kMostRun) {
      require(replay(flow, {{0, 0}, true, 0, true, true, true}).isConserved(),
              "money is conserved");
    }
  } catch (const BadInputException&) {
    // The ordinary end.
  }
  return 0;
}
