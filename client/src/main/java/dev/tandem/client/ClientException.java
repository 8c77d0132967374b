package dev.tandem.client;

import dev.tandem.client.wire.Code;
import java.io.IOException;
import java.util.Locale;

/** The gateway has ended the session. */
public final class ClientException extends IOException {

  private static final long serialVersionUID = 1L;

  private final Code code;
  private final int codeNumber;

  /**
   * What a logout says.
   *
   * @param codeNumber as the logout has it
   * @param clockMillis how far the time of the logon was ahead, which was too far; or 0
   */
  ClientException(int codeNumber, int clockMillis) {
    super("the gateway has ended the session: " + name(codeNumber) + farTime(clockMillis));
    this.code = Code.of(codeNumber);
    this.codeNumber = codeNumber;
  }

  private static String name(int codeNumber) {
    Code code = Code.of(codeNumber);
    return code == Code.OTHER
        ? "code " + codeNumber + ", which this version does not know"
        : code.name();
  }

  private static String farTime(int clockMillis) {
    if (clockMillis == 0) {
      return "";
    }
    // A gateway says no more than fits.
    boolean more = Math.abs((long) clockMillis) == Integer.MAX_VALUE;
    return String.format(
        Locale.ROOT,
        ": this machine's clock is %s%,d ms %s the gateway's, too far for a signed logon. Set the"
            + " clock that is wrong, or send the whole key in place of a signature (sendWholeKey(),"
            + " in the terminal --send-key)",
        more ? "at least " : "",
        Math.abs((long) clockMillis),
        clockMillis > 0 ? "ahead of" : "behind");
  }

  /** Why; OTHER if a later version of the gateway has added the reason. */
  public Code code() {
    return code;
  }

  /** The number of the code in the protocol, also where the code is OTHER. */
  public int codeNumber() {
    return codeNumber;
  }

  /** Whether it is of no use to connect again; of a reason that is not known it may be. */
  boolean isForGood() {
    return switch (code) {
      case UNAUTHORIZED, FORBIDDEN, BAD_REQUEST, REPLACED -> true;
      default -> false;
    };
  }
}
