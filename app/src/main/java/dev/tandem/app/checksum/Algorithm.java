package dev.tandem.app.checksum;

import dev.tandem.hash.HashStream;
import dev.tandem.hash.Hashing;
import dev.tandem.hash.Xxh3Stream;

/** What a file can be summed with, and how xxHash's own program writes it. */
public enum Algorithm {
  /** 64 bits. */
  XXH64("XXH64") {
    @Override
    String line(String digest, String name) {
      return digest + "  " + name;
    }
  },

  /** 64 bits; written with its name, to be told from XXH64. */
  XXH3("XXH3") {
    @Override
    String line(String digest, String name) {
      return tag + " (" + name + ") = " + digest;
    }
  },

  /** 128 bits of XXH3. */
  XXH128("XXH128") {
    @Override
    String line(String digest, String name) {
      return digest + "  " + name;
    }

    @Override
    String digest(HashStream<?> stream) {
      return ((Xxh3Stream) stream).digest128().toString();
    }
  };

  /** The name in front of a sum. */
  final String tag;

  Algorithm(String tag) {
    this.tag = tag;
  }

  /** The line for a file. */
  abstract String line(String digest, String name);

  /** The digest in hexadecimal. */
  String digest(HashStream<?> stream) {
    return String.format("%016x", stream.digest());
  }

  HashStream<?> stream() {
    return this == XXH64 ? Hashing.xxh64().stream() : Hashing.xxh3().stream();
  }
}
