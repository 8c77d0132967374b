package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Peers;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who is measured by JMH: versions, configuration, and the reason for it. */
final class JmhEntrants {

  private JmhEntrants() {}

  /** By name, in the order in which a reader wants them; none of a subject that is not JMH's. */
  static Map<String, String> of(String subject) {
    return switch (subject) {
      case "book" -> books();
      case "workload" -> workload();
      default -> Map.of();
    };
  }

  private static Map<String, String> books() {
    Map<String, String> all = new LinkedHashMap<>(workload());
    all.put(
        "EXCHANGE_CORE",
        "exchange-core "
            + Peers.version("exchange-core")
            + ", OrderBookDirectImpl, its fastest book, with its object pools and with trade events"
            + " from a ring that is reused, as its own pooling does; logging as its default has it."
            + " A move keeps the open quantity, for this book knows no other");
    all.put("NAIVE", "the book that anybody would write first: tree maps of linked hash maps");
    return all;
  }

  private static Map<String, String> workload() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("BOOK", "Tandem in Java, the order book by its own methods, on the calling thread");
    all.put(
        "CPP",
        "Tandem in C++, libtandem of this build by Panama: the whole stream in one call, so that"
            + " calls are no part of the figure");
    return all;
  }
}
