package dev.tandem.client;

import dev.tandem.client.wire.Code;
import java.io.IOException;
import java.util.Locale;

/** The gateway has ended the session. */
public final class ClientException extends IOException {

  private static final long serialVersionUID = 1L;

  private final Code code;

  /**
   * What a logout says.
   *
   * @param clockMillis how far the time of the logon was ahead, which was too far; or 0
   */
  ClientException(Code code, int clockMillis) {
    super("the gateway has ended the session: " + code + farTime(clockMillis));
    this.code = code;
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

  /** Why. */
  public Code code() {
    return code;
  }

  /** Whether it is of no use to connect again. */
  boolean isForGood() {
    return switch (code) {
      case UNAUTHORIZED, FORBIDDEN, BAD_REQUEST, REPLACED -> true;
      default -> false;
    };
  }
}
