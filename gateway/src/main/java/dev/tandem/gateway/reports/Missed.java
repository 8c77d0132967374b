package dev.tandem.gateway.reports;

import java.util.Locale;

/** Which reports a session that subscribes to a user has missed for good. */
public enum Missed {
  /** It did not request to resume. */
  NEW(null),
  /** Nothing: it continues where it was. */
  NOTHING(null),
  /** The gateway was started since, and has no report from before. */
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

  /** The reason in metrics and answers. */
  public String reason() {
    return name().toLowerCase(Locale.ROOT);
  }
}
