package dev.tandem.gateway.fix;

/** An order that cannot be one of the exchange. */
final class RefusedOrderException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Refused refused;

  RefusedOrderException(Refused refused) {
    super(refused.text(), null, false, false);
    this.refused = refused;
  }

  Refused refused() {
    return refused;
  }
}
