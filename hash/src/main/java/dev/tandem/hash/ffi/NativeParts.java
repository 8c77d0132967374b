package dev.tandem.hash.foreign;

import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Memory;

/**
 * What hash functions in native code work with: their memory, a number for it, and the functions in
 * Java beside it.
 */
record ForeignParts(Memory memory, int kind, HashFunctions java) {}
