package dev.tandem.app.checksum;

import dev.tandem.hash.HashStream;
import dev.tandem.hash.Hashing;
import dev.tandem.hash.Xxh3Stream;

/** What a file can be summed with; the names are those of xxHash's own program. */
public enum Algorithm {
  /** 64 bits. */
  XXH64(16),

  /** 64 bits. */
  XXH3(16),

  /** 128 bits of XXH3. */
  XXH128(32) {
    @Override
    String digest(HashStream<?> stream) {
      return ((Xxh3Stream) stream).digest128().toString();
    }
  };

  /** Hexadecimal digits of a digest. */
  final int digits;

  Algorithm(int digits) {
    this.digits = digits;
  }

  /** The digest in hexadecimal. */
  String digest(HashStream<?> stream) {
    return String.format("%016x", stream.digest());
  }

  HashStream<?> stream() {
    return this == XXH64 ? Hashing.xxh64().stream() : Hashing.xxh3().stream();
  }
}
