/**
 * XXH64 and XXH3 over arrays, buffers, memory segments, addresses, text and lists of sectors.
 * {@link dev.tandem.hash.Hashing} chooses the fastest implementation that the process has: native
 * by Panama, else the Vector API, else plain Java; JNI only if a property selects it. The digests
 * are the same.
 *
 * <p>Uses {@code algorithm} and {@code ffi}.
 */
package dev.tandem.hash;
