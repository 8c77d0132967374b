package dev.tandem.flow.generator;

/**
 * Shares of the commands in a generated flow, in percent, and the population that they meet in a
 * flow of one symbol: live orders, levels, trades and refusals a command. A test holds each to it.
 */
public enum FlowMix {
  /** Quotes that follow the market: 9 % GTC, 3 % IOC, 6 % cancel, 82 % move. */
  MOVE("move", 9, 3, 6, 0, false),
  /** Orders that come and go: 50 % GTC, 6 % IOC, 44 % cancel. */
  CHURN("churn", 50, 6, 44, 0, false),
  /** Every command: 30 % GTC, 10 % IOC, 20 % cancel, 10 % reduce, 30 % move, and call auctions. */
  FULL("full", 30, 10, 20, 10, true);

  private final String label;
  private final int gtc;
  private final int ioc;
  private final int cancel;
  private final int reduce;
  private final boolean auctions;

  FlowMix(String label, int gtc, int ioc, int cancel, int reduce, boolean auctions) {
    this.label = label;
    this.gtc = gtc;
    this.ioc = ioc;
    this.cancel = cancel;
    this.reduce = reduce;
    this.auctions = auctions;
  }

  /** The name on the command line. */
  public String label() {
    return label;
  }

  /** What the commands meet, within a tenth. */
  public Population population() {
    return switch (this) {
      case MOVE -> Population.stated(8, 6, 0.048, 0);
      case CHURN -> Population.stated(19, 13.5, 0.107, 0);
      case FULL -> Population.stated(475, 113, 0.117, 0.0575);
    };
  }

  /** Upper ends of the shares on a scale of 100; what is left is moves. */
  int gtcEnd() {
    return gtc;
  }

  int iocEnd() {
    return gtc + ioc;
  }

  int cancelEnd() {
    return gtc + ioc + cancel;
  }

  int reduceEnd() {
    return gtc + ioc + cancel + reduce;
  }

  boolean hasAuctions() {
    return auctions;
  }
}
