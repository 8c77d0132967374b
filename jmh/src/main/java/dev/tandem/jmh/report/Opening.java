package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How the page begins.
 *
 * @param lead the result in Java, C++ beside it, and the machine's verdict: three sentences, or
 *     fewer where one was not measured
 * @param rest the summary's paragraphs, whole: what the lead takes from them is needed there, too
 */
record Opening(String lead, List<String> rest) {

  /** Stands above the rest. */
  static final String HEADING = "The result in more words";

  private static final Pattern END = Pattern.compile("(?<=\\.) (?=\\p{Lu})");

  /** Of the summary's paragraphs. */
  static Opening of(Map<String, Result> results) {
    List<String> lead = new ArrayList<>();
    List<String> kernel =
        Summary.ofKernel(results.get("kernel")).stream().flatMap(END::splitAsStream).toList();
    if (!kernel.isEmpty()) {
      lead.add(kernel.get(0));
      kernel.stream().filter(s -> s.contains("C++")).findFirst().ifPresent(lead::add);
    }
    lead.add(verdict(results.values()));
    return new Opening(String.join(" ", lead), Summary.of(results));
  }

  private static String verdict(Collection<Result> results) {
    String verdicts = Summary.verdictsOf(results);
    return "The machine's verdict: " + (verdicts.isEmpty() ? "none" : verdicts) + ".";
  }
}
