#include "warm_up.hpp"

#include <algorithm>

namespace tandem::tool {

void WarmUp::run(const Flow& flow, const std::vector<ReplayOptions>& options, i64 commands) {
  const auto whole = static_cast<i64>(flow.commands.size());
  for (i64 left = commands; left > 0; left -= whole) {
    const Flow piece =
        left < whole ? flow.beginning(static_cast<std::size_t>(left)) : Flow(flow.format);
    for (const ReplayOptions& of : options) {
      ReplayOptions closed{of.topology, of.risk};
      closed.keepsTrades = of.keepsTrades;
      closed.keepsAnswers = of.keepsAnswers;
      replay(left < whole ? piece : flow, closed);
    }
  }
}

}  // namespace tandem::tool
