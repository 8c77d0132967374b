package dev.tandem.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Problem details as RFC 9457 has them, with the code that a program looks at. */
final class Problem {

  static final String TYPE = "application/problem+json";

  private Problem() {}

  static void write(JsonGenerator to, int status, String code, String detail) throws IOException {
    to.writeStringField("type", "urn:tandem:result:" + code);
    to.writeStringField("title", code.replace('_', ' ').toLowerCase(java.util.Locale.ROOT));
    to.writeNumberField("status", status);
    if (detail != null) {
      to.writeStringField("detail", detail);
    }
  }

  /** The same with the code, where nothing else says it. */
  static void writeWhole(JsonGenerator to, int status, String code, String detail)
      throws IOException {
    write(to, status, code, detail);
    to.writeStringField("code", code);
  }
}
