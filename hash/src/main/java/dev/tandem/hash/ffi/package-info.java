/**
 * The foreign function interface: the native library is found, compared with its known checksum and
 * loaded once, and called by critical downcalls or by JNI. Each range is checked against its own
 * memory before it is handed over.
 *
 * <p>Uses {@code algorithm}.
 */
package dev.tandem.hash.ffi;
