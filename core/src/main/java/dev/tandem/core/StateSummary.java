package dev.tandem.core;

import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.TableKind;

/**
 * The size of an exchange at one point of the command stream, and its two hashes.
 *
 * @param commands commands with event records, from the first one on
 * @param trades trades, from the first one on
 * @param symbols symbols
 * @param orders open orders
 * @param users users; 0 without risk
 * @param clients client keys that sequences are kept of
 * @param eventHash XXH64 over all event records
 * @param stateHash XXH64 over a canonical walk of the state
 */
public record StateSummary(
    long commands,
    long trades,
    long symbols,
    long orders,
    long users,
    long clients,
    long eventHash,
    long stateHash) {

  static StateSummary of(StateImage image) {
    return new StateSummary(
        image.recordedCommands(),
        image.trades(),
        image.table(TableKind.SYMBOLS).rows(),
        image.table(TableKind.ORDERS).rows(),
        image.table(TableKind.USERS).rows(),
        image.table(TableKind.CLIENTS).rows(),
        image.eventHash(),
        image.stateHash());
  }
}
