package dev.tandem.gateway.access;

/** What the holder of a key may do. */
public enum Role {
  /** Look at market data of all, and at balances and orders of the key's users. */
  READ,
  /** Place, cancel, reduce and move orders of the key's users; looking at them, too. */
  TRADE,
  /** Users, money, symbols and phases; and all that the others may, for all users. */
  ADMIN
}
