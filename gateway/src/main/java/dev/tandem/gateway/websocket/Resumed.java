package dev.tandem.gateway.websocket;

import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.reports.Missed;

/** The answer to a stream that resumes, or cannot. */
final class Resumed {

  private Resumed() {}

  static JsonText.Writer channel(String run, boolean resumed) {
    return to -> {
      to.writeStringField("t", "done");
      to.writeStringField("run", run);
      to.writeBooleanField("resumed", resumed);
    };
  }

  static JsonText.Writer reports(String run, long sequence, Missed missed) {
    return to -> {
      to.writeStringField("t", "done");
      to.writeStringField("run", run);
      to.writeNumberField("seq", sequence);
      to.writeBooleanField("resumed", missed == Missed.NOTHING);
      if (missed.detail() != null) {
        to.writeStringField("reason", missed.name());
        to.writeStringField("detail", missed.detail());
      }
    };
  }
}
