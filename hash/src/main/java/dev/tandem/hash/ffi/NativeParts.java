package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Memory;

/**
 * What hash functions in native code work with: their memory, a number for it, and the functions in
 * Java beside it.
 */
record NativeParts(Memory memory, int kind, HashFunctions java) {}
