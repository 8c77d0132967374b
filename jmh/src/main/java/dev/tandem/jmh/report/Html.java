package dev.tandem.jmh.report;

/** Text that becomes part of a page. */
final class Html {

  private Html() {}

  /** Text without a meaning to the browser. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A paragraph of a style; none is the usual one. */
  static String paragraph(String style, String text) {
    return "<p class=\"" + style + "\">" + escape(text) + "</p>\n";
  }

  /** JSON that can stand in a script element. */
  static String inScript(String json) {
    return json.replace("</", "<\\/");
  }
}
