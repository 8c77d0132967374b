package dev.tandem.flow;

/** The formats that a flow of commands is read from. */
public enum FlowFormat {
  /** Tandem's own, written by {@code tandem generate}. */
  CSV("csv"),
  /** A normalised tick-by-tick day of the Shanghai exchange. */
  SSE("sse"),
  /** The binary workload of the public matching-engine benchmark. */
  BOOK_WORKLOAD("book-workload");

  private final String label;

  FlowFormat(String label) {
    this.label = label;
  }

  /** The name on the command line. */
  public String label() {
    return label;
  }
}
