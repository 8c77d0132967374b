/**
 * The shape of the code: which room may use which, in Java, and that C++ has the same rooms.
 *
 * <p>May use the helpers of {@code dev.tandem.it}.
 */
package dev.tandem.it.architecture;
