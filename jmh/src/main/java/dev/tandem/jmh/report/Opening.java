package dev.tandem.jmh.report;

import dev.tandem.doctor.Judgement;
import dev.tandem.doctor.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the page begins.
 *
 * @param lead the result in Java, C++ beside it, the best of the field, and the machine's verdict:
 *     a sentence for each, fewer where one was not measured
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
      kernel.stream().filter(s -> s.startsWith(Summary.BEST)).findFirst().ifPresent(lead::add);
    }
    lead.add(verdict(results.values()));
    return new Opening(String.join(" ", lead), Summary.of(results));
  }

  /** The worst of all subjects; which had which stands below. */
  private static String verdict(Collection<Result> results) {
    Optional<Verdict> worst = worst(results.stream().map(r -> Verdict.valueOf(r.verdict())));
    // Results that were kept before do not tell it.
    Optional<Verdict> outside =
        worst(
            results.stream().map(Result::outside).filter(Objects::nonNull).map(Judgement::verdict));
    return "The machine's verdict: "
        + worst.map(verdict -> verdict + " at worst").orElse("none")
        + outside.map(verdict -> "; from outside: " + verdict + " at worst").orElse("")
        + ".";
  }

  private static Optional<Verdict> worst(Stream<Verdict> verdicts) {
    return verdicts.max(Comparator.naturalOrder());
  }
}
