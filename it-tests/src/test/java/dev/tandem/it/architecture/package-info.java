/**
 * The shape of the code: which room may use which, in Java, that each says which it uses, and that
 * C++ has the same rooms.
 *
 * <p>Uses {@code dev.tandem.it}.
 */
package dev.tandem.it.architecture;
