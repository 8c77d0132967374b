package dev.tandem.client;

import dev.tandem.client.wire.Code;
import java.util.List;

/**
 * What became of a command.
 *
 * @param sequence the client's; 0 where the command came another way, for a user that is followed
 * @param code what the exchange or the gateway said when the command came first; OTHER: it was
 *     refused for a reason that a later version of the gateway has added
 * @param codeNumber of the code in the protocol, also where the code is OTHER
 * @param repeated the command had been sent before, and the first answer was lost: only sequence,
 *     code, event number and time are known
 * @param eventNumber in the exchange's stream of events; -1 if it never came there
 * @param timeNs of the command, since 1970; 0 if it never came to the exchange
 * @param price of the order, in ticks
 * @param filled lots that traded by this command
 * @param open lots that rest after it
 * @param released lots that it took off the book or never let in
 * @param fills the trades of this command
 */
public record Answer(
    long sequence,
    Code code,
    int codeNumber,
    boolean repeated,
    long user,
    int symbol,
    long order,
    long eventNumber,
    long timeNs,
    long price,
    long filled,
    long open,
    long released,
    List<Execution> fills) {

  /** Copies the fills. */
  public Answer {
    fills = List.copyOf(fills);
  }

  /** Whether the command was accepted; otherwise it has changed nothing. */
  public boolean isAccepted() {
    return code == Code.OK;
  }
}
