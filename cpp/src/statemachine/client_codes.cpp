#include "tandem/statemachine/client_codes.hpp"

namespace tandem::statemachine {

void ClientCodes::forget(u32 client, i64 sequence) {
  const u32 skipped = command::client_window::skipped(highest_[client], sequence);
  for (u32 i = 1; i <= skipped; i++) {
    set(client, static_cast<i64>(bitsOf(sequence) - i), 0);
  }
}

}  // namespace tandem::statemachine
