package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Peers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The frame of the page: styles, scripts and where the body and the JSON go. */
final class PageTemplate {

  private static final String VERSION = Peers.version("uplot");
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/" + VERSION + "/";

  private PageTemplate() {}

  /** A page; nothing in it comes from elsewhere when it is read. */
  static String fill(String body, String json) {
    String licence = "/*\nuPlot " + VERSION + "\n\n" + read(UPLOT + "LICENSE").strip() + "\n*/\n";
    return read("page.html")
        .replace("@UPLOT_CSS@", licence + read(UPLOT + "dist/uPlot.min.css"))
        .replace("@UPLOT_JS@", licence + read(UPLOT + "dist/uPlot.iife.min.js").strip())
        .replace("@ZOOM_JS@", read("zoom.js").strip())
        .replace("@BODY@", body)
        .replace("@JSON@", json);
  }

  private static String read(String name) {
    try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
