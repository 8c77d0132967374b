package dev.tandem.gateway.reports;

import java.util.Locale;

/** What a session that asks for a user's reports has not been told, and will not be. */
public enum Missed {
  /** It has not asked to go on. */
  NEW(null),
  /** Nothing: it goes on where it was. */
  NOTHING(null),
  /** The gateway was started since, and knows of no report before that. */
  RESTARTED("the gateway was started since: numbers begin again; ask for the user's orders"),
  /** Reports that are not kept any more. */
  REPORTS_GONE("reports after that are not kept any more: ask for the user's orders");

  private final String detail;

  Missed(String detail) {
    this.detail = detail;
  }

  /** What the client can do; null if that is nothing. */
  public String detail() {
    return detail;
  }

  /** As it is counted. */
  public String reason() {
    return name().toLowerCase(Locale.ROOT);
  }
}
