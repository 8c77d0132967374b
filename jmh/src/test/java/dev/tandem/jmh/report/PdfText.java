package dev.tandem.jmh.report;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The text that a browser has drawn into a PDF, as far as this one writes it: a run a line. */
final class PdfText {

  private static final Pattern OBJECT = Pattern.compile("(?m)^(\\d+) 0 obj\\s");
  private static final Pattern LENGTH = Pattern.compile("/Length (\\d+)");
  private static final Pattern TO_UNICODE = Pattern.compile("/ToUnicode (\\d+) 0 R");
  private static final Pattern DRAWN =
      Pattern.compile("/F(\\d+) \\S+ Tf|<([0-9A-Fa-f]*)> Tj|\\bET\\b");
  private static final Pattern MAPPED =
      Pattern.compile("<([0-9A-Fa-f]{4})> (?:<([0-9A-Fa-f]{4})> )?<([0-9A-Fa-f]{4,})>");

  /** Dictionaries and what streams hold, by the numbers of their objects. */
  private final Map<Integer, String> dictionaries = new LinkedHashMap<>();

  private final Map<Integer, String> streams = new LinkedHashMap<>();

  private PdfText(byte[] pdf) throws DataFormatException {
    String all = new String(pdf, StandardCharsets.ISO_8859_1);
    Matcher object = OBJECT.matcher(all);
    int at = 0;
    while (object.find(at)) {
      int number = Integer.parseInt(object.group(1));
      int end = all.indexOf("endobj", object.end());
      int stream = all.indexOf("stream\n", object.end());
      String dictionary = all.substring(object.end(), stream >= 0 && stream < end ? stream : end);
      dictionaries.put(number, dictionary);
      at = end;
      Matcher length = LENGTH.matcher(dictionary);
      if (stream >= 0 && stream < end && length.find()) {
        int from = stream + "stream\n".length();
        int bytes = Integer.parseInt(length.group(1));
        if (dictionary.contains("/FlateDecode")) {
          streams.put(number, inflated(pdf, from, bytes));
        }
        at = from + bytes;
      }
    }
  }

  private static String inflated(byte[] pdf, int from, int bytes) throws DataFormatException {
    Inflater inflater = new Inflater();
    inflater.setInput(pdf, from, bytes);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] part = new byte[1 << 16];
    while (!inflater.finished()) {
      int n = inflater.inflate(part);
      if (n == 0 && inflater.needsInput()) {
        break;
      }
      out.write(part, 0, n);
    }
    inflater.end();
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  /** All that is drawn, without spaces, a run a line. */
  static List<String> runs(byte[] pdf) throws DataFormatException {
    return new PdfText(pdf).runs();
  }

  /** The same of a text as a page has it. */
  static String plain(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC).replaceAll("[\\s\\u00a0]", "");
  }

  private List<String> runs() {
    Map<Integer, Map<Integer, String>> fonts = new HashMap<>();
    dictionaries.forEach(
        (number, dictionary) -> {
          Matcher map = TO_UNICODE.matcher(dictionary);
          if (map.find()) {
            fonts.put(number, letters(streams.get(Integer.parseInt(map.group(1)))));
          }
        });
    List<String> runs = new ArrayList<>();
    for (String stream : streams.values()) {
      if (!stream.contains(" Tf")) {
        continue;
      }
      Map<Integer, String> font = Map.of();
      StringBuilder run = new StringBuilder();
      Matcher drawn = DRAWN.matcher(stream);
      while (drawn.find()) {
        if (drawn.group(1) != null) {
          font = fonts.getOrDefault(Integer.parseInt(drawn.group(1)), Map.of());
        } else if (drawn.group(2) != null) {
          String glyphs = drawn.group(2);
          for (int i = 0; i + 4 <= glyphs.length(); i += 4) {
            run.append(font.getOrDefault(Integer.parseInt(glyphs.substring(i, i + 4), 16), "?"));
          }
        } else {
          runs.add(plain(run.toString()));
          run.setLength(0);
        }
      }
    }
    return runs;
  }

  /** What each glyph of a font stands for. */
  private static Map<Integer, String> letters(String map) {
    Map<Integer, String> letters = new HashMap<>();
    Matcher mapped = MAPPED.matcher(map.substring(map.indexOf("endcodespacerange")));
    while (mapped.find()) {
      int first = Integer.parseInt(mapped.group(1), 16);
      int last = mapped.group(2) == null ? first : Integer.parseInt(mapped.group(2), 16);
      String text = new String(HexFormat.of().parseHex(mapped.group(3)), StandardCharsets.UTF_16BE);
      for (int glyph = first; glyph <= last; glyph++) {
        letters.put(
            glyph,
            glyph == first
                ? text
                : Character.toString(text.codePointAt(text.length() - 1) + glyph - first));
      }
    }
    return letters;
  }
}
