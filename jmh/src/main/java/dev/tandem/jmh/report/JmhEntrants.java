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
      case "pipeline" -> processors();
      default -> Map.of();
    };
  }

  private static Map<String, String> books() {
    Map<String, String> all = new LinkedHashMap<>(workload());
    all.put(
        "STAGE", "Tandem in Java, the same book through the matching stage: commands and answers");
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

  private static Map<String, String> processors() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(
        "TANDEM",
        "StageProcessor with its default options, waiting YIELDING, on the Disruptor's own ring; in"
            + " PING_PONG_BLOCKING waiting PARKING, its mode that lets an idle CPU go");
    all.put(
        "DISRUPTOR",
        "BatchEventProcessor of Disruptor "
            + Peers.version("disruptor")
            + ", YieldingWaitStrategy, the one that its documentation advises for low latency where"
            + " threads may share cores; the same ring, handlers and producers. In"
            + " PING_PONG_BLOCKING it has BlockingWaitStrategy, as the Disruptor's own test does");
    all.put(
        "CPP",
        "StageProcessor in C++ with its default options, which are those of TANDEM, waiting as"
            + " TANDEM does; libtandem of this build by Panama: a whole pass in one call, published"
            + " and processed in C++. Its ring is C++'s own, not the Disruptor's, with slots as"
            + " large as the objects in Java. Its producers wait for a slot as the processors do;"
            + " the Disruptor's park for a nanosecond. An idle thread parks for up to 640 us; in"
            + " Java for up to 500 us");
    return all;
  }
}
