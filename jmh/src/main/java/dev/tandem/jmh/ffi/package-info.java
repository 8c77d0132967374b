/**
 * Calls to native code: what it costs to call the library in C++ from Java, by the Foreign Function
 * and Memory API, plain, critical and with arrays, and by JNI.
 *
 * <p>Uses no other room, and of other modules {@code core}, {@code flow} and {@code hash}.
 */
package dev.tandem.jmh.ffi;
