package dev.tandem.hash.algorithm;

/** The parts of the hash functions in Java, all over the same kind of memory. */
record JavaParts(Memory memory, Xxh64Code xxh64, Xxh3Short xxh3, Stripes stripes) {}
