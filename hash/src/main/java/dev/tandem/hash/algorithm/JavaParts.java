package dev.tandem.hash.algorithm;

/** What hash functions in Java are made of, all over the same kind of memory. */
record JavaParts(Memory memory, Xxh64Code xxh64, Xxh3Short xxh3, Stripes stripes) {}
