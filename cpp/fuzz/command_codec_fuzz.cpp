#include <array>
#include <cstring>
#include <vector>

#include "fuzzing.hpp"
#include "tandem/command/command_codec.hpp"
#include "tandem/kernel/polled_kernel.hpp"

namespace codec = tandem::command::command_codec;
using tandem::fuzzing::require;

/** Bytes as commands: what is one is written back as it was read, and the stages judge it. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::span<const std::byte> rest = std::as_bytes(std::span(data, size));
  tandem::kernel::PolledKernel kernel(tandem::statemachine::StagesOptions{});
  kernel.startBatch();
  while (true) {
    tandem::command::CommandInput in;
    const std::size_t length = codec::decode(rest, in);
    if (length == 0) {
      break;
    }
    require(length <= rest.size(), "a command within its bytes");
    std::array<std::byte, codec::kMaxBytes> once;
    std::array<std::byte, codec::kMaxBytes> twice;
    const std::size_t bytes = codec::encode(in, once);
    tandem::command::CommandInput again;
    require(codec::decode(std::span(once).first(bytes), again) == bytes,
            "what was written is read");
    require(codec::encode(again, twice) == bytes && std::memcmp(&once, &twice, bytes) == 0,
            "a command that is written again is the same");
    if (in.timestampNs == 0) {
      in.timestampNs = 1;
    }
    kernel.next().input(in);
    kernel.submit();
    rest = rest.subspan(length);
  }
  for (const auto& t : kernel.stages().risk(0).totals()) {
    require(t.available + t.held + t.fees == t.supply, "money is neither made nor lost");
  }
  kernel.stages().image().stateHash();
  return 0;
}
