package dev.tandem.gateway.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pages for people. Each is put together, once, of a file of markup and those of style and
 * script that it names, so a browser gets it in one answer and asks for nothing else.
 */
final class Pages {

  /** The content type of the pages. */
  static final String HTML = "text/html; charset=utf-8";

  private static final String FOLDER = "/dev/tandem/gateway/page/";

  /** Of a folder whose files are others', and have their licence beside them. */
  private static final String LIBRARY = "lib/";

  private static final Pattern PART =
      Pattern.compile(
          "<link rel=\"stylesheet\" href=\"([^\"]+)\">|<script src=\"([^\"]+)\"></script>");

  private final byte[] trade;
  private final byte[] operator;

  /**
   * Puts them together.
   *
   * @param history whether the gateway can be asked for what happened
   * @throws IllegalStateException if the jar lacks a part of them
   */
  Pages(boolean history) {
    trade = page("trade.html", history);
    operator = page("operator.html", history);
  }

  /** For who trades. */
  byte[] trade() {
    return trade;
  }

  /** For who runs the gateway. */
  byte[] operator() {
    return operator;
  }

  /** They load nothing but themselves, and run nothing but their own scripts. */
  Map<String, Map<String, String>> headers() {
    String policy =
        "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action"
            + " 'none'; frame-ancestors 'none'; script-src "
            + hashes("script")
            + "; style-src "
            + hashes("style");
    return Map.of(
        HTML, Map.of("Content-Security-Policy", policy, "Referrer-Policy", "no-referrer"));
  }

  private String hashes(String element) {
    Set<String> all = new TreeSet<>();
    for (byte[] page : new byte[][] {trade, operator}) {
      Matcher found =
          Pattern.compile("<" + element + ">(.*?)</" + element + ">", Pattern.DOTALL)
              .matcher(new String(page, StandardCharsets.UTF_8));
      while (found.find()) {
        all.add("'sha256-" + sha256(found.group(1)) + "'");
      }
    }
    return String.join(" ", all);
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] page(String markup, boolean history) {
    return PageTerms.into(joined(markup), history).getBytes(StandardCharsets.UTF_8);
  }

  private static String joined(String markup) {
    return PART.matcher(text(FOLDER + markup))
        .replaceAll(
            found -> {
              boolean isStyle = found.group(1) != null;
              String element = isStyle ? "style" : "script";
              String part = part(isStyle ? found.group(1) : found.group(2));
              if (part.contains("</" + element)) {
                throw new IllegalStateException(found.group() + " would end its element");
              }
              return Matcher.quoteReplacement("<" + element + ">" + part + "</" + element + ">");
            });
  }

  /** A file, of others with the licence that is to be handed out with it. */
  private static String part(String name) {
    String text = text(FOLDER + name);
    return name.startsWith(LIBRARY)
        ? "/*\n" + text(FOLDER + LIBRARY + "LICENSE") + "*/\n" + text
        : text;
  }

  private static String text(String path) {
    // As a browser reads them, of which the hashes are.
    return new String(resource(path), StandardCharsets.UTF_8).replace("\r\n", "\n");
  }

  /** A file of the jar. */
  static byte[] resource(String path) {
    try (InputStream in = Pages.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + path);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
