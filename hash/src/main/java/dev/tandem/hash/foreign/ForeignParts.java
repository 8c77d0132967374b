package dev.tandem.hash.foreign;

import dev.tandem.hash.algorithm.Kernel;
import dev.tandem.hash.algorithm.Memory;

/**
 * What a kernel in native code works with: its memory, a number for it, and the kernel in Java
 * beside it.
 */
record ForeignParts(Memory memory, int kind, Kernel java) {}
