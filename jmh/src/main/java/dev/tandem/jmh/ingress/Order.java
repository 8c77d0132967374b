package dev.tandem.jmh.ingress;

/** An order of 64 bytes, for queues that have none of their own. */
final class Order {
  long stampNanos;
  long sender;
  long number;
  long user;
  long orderId;
  long price;
  long quantity;
  int symbol;
  byte type;
  byte side;
  byte terms;
}
