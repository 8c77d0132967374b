package dev.tandem.jmh.book;

/** The engines that are compared. */
public enum Engines {
  BOOK,
  /** The book in C++. */
  CPP,
  EXCHANGE_CORE,
  NAIVE;

  /** A new one, empty. */
  public BookEngine create() {
    return switch (this) {
      case BOOK -> new TandemBook();
      case CPP -> new TwinBook(1);
      case EXCHANGE_CORE -> new ExchangeCoreBook();
      case NAIVE -> new NaiveTreeBook();
    };
  }
}
