package dev.tandem.hash.algorithm;

import static dev.tandem.hash.algorithm.Xxh3Math.MX2;
import static dev.tandem.hash.algorithm.Xxh3Math.P32_2;
import static dev.tandem.hash.algorithm.Xxh3Math.avalanche;
import static dev.tandem.hash.algorithm.Xxh3Math.mulFold;
import static dev.tandem.hash.algorithm.Xxh64Math.P1;
import static dev.tandem.hash.algorithm.Xxh64Math.P2;
import static dev.tandem.hash.algorithm.Xxh64Math.P4;

import java.lang.invoke.MethodHandles;

/** Loaded once per kind of memory by {@link Specialised}. */
final class Xxh3ShortTemplate extends Xxh3Short {

  private static final Memory MEMORY = Specialised.constant(MethodHandles.lookup(), Memory.class);

  Xxh3ShortTemplate() {}

  @Override
  long hash(Object base, long offset, int length, Secret secret) {
    if (length <= 16) {
      return hashTo16(base, offset, length, secret);
    }
    if (length <= 128) {
      return hashTo128(base, offset, length, secret);
    }
    return hashTo240(base, offset, length, secret);
  }

  private static long hashTo16(Object base, long offset, int length, Secret secret) {
    if (length > 8) {
      long first = MEMORY.getLong(base, offset) ^ secret.flip9;
      long last = MEMORY.getLong(base, offset + length - 8) ^ secret.flip9Last;
      return avalanche(length + Long.reverseBytes(first) + last + mulFold(first, last));
    }
    if (length >= 4) {
      long first = MEMORY.getInt(base, offset);
      long last = MEMORY.getInt(base, offset + length - 4) & 0xFFFFFFFFL;
      long h = (last + (first << 32)) ^ secret.flip4;
      h ^= Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24);
      h *= MX2;
      h ^= (h >>> 35) + length;
      h *= MX2;
      return h ^ (h >>> 28);
    }
    if (length > 0) {
      return Xxh64Math.avalanche(spread(base, offset, length) ^ secret.flip1);
    }
    return secret.empty;
  }

  private static long hashTo128(Object base, long offset, int length, Secret secret) {
    long[] pairs = secret.pairs;
    long end = offset + length;
    long acc = length * P1;
    acc += mix(base, offset, pairs, 0) + mix(base, end - 16, pairs, 2);
    if (length > 32) {
      acc += mix(base, offset + 16, pairs, 4) + mix(base, end - 32, pairs, 6);
      if (length > 64) {
        acc += mix(base, offset + 32, pairs, 8) + mix(base, end - 48, pairs, 10);
        if (length > 96) {
          acc += mix(base, offset + 48, pairs, 12) + mix(base, end - 64, pairs, 14);
        }
      }
    }
    return avalanche(acc);
  }

  private static long hashTo240(Object base, long offset, int length, Secret secret) {
    long[] pairs = secret.pairs;
    long acc = length * P1;
    for (int i = 0; i < 8; i++) {
      acc += mix(base, offset + (i << 4), pairs, i << 1);
    }
    acc = avalanche(acc);
    long[] shifted = secret.shiftedPairs;
    int rest = (length >>> 4) - 8;
    for (int i = 0; i < rest; i++) {
      acc += mix(base, offset + 128 + (i << 4), shifted, i << 1);
    }
    return avalanche(acc + mix(base, offset + length - 16, secret.lastPair, 0));
  }

  @Override
  void hashWide(Object base, long offset, int length, Secret secret, long[] into) {
    if (length <= 16) {
      wideTo16(base, offset, length, secret, into);
    } else if (length <= 128) {
      wideTo128(base, offset, length, secret, into);
    } else {
      wideTo240(base, offset, length, secret, into);
    }
  }

  private static void wideTo16(Object base, long offset, int length, Secret secret, long[] into) {
    if (length > 8) {
      long first = MEMORY.getLong(base, offset);
      long last = MEMORY.getLong(base, offset + length - 8);
      long mixed = first ^ last ^ secret.flip9Wide;
      long low = mixed * P1 + ((length - 1L) << 54);
      long high = Math.unsignedMultiplyHigh(mixed, P1);
      last ^= secret.flip9WideHigh;
      high += last + (last & 0xFFFFFFFFL) * (P32_2 - 1);
      low ^= Long.reverseBytes(high);
      into[0] = avalanche(low * P2);
      into[1] = avalanche(Math.unsignedMultiplyHigh(low, P2) + high * P2);
    } else if (length >= 4) {
      long first = MEMORY.getInt(base, offset) & 0xFFFFFFFFL;
      long last = MEMORY.getInt(base, offset + length - 4);
      long keyed = (first + (last << 32)) ^ secret.flip4Wide;
      long factor = P1 + ((long) length << 2);
      long low = keyed * factor;
      long high = Math.unsignedMultiplyHigh(keyed, factor) + (low << 1);
      low ^= high >>> 3;
      low ^= low >>> 35;
      low *= MX2;
      into[0] = low ^ (low >>> 28);
      into[1] = avalanche(high);
    } else if (length > 0) {
      int low = (int) spread(base, offset, length);
      long high = Integer.rotateLeft(Integer.reverseBytes(low), 13) & 0xFFFFFFFFL;
      into[0] = Xxh64Math.avalanche((low & 0xFFFFFFFFL) ^ secret.flip1);
      into[1] = Xxh64Math.avalanche(high ^ secret.flip1High);
    } else {
      into[0] = secret.emptyWide;
      into[1] = secret.emptyWideHigh;
    }
  }

  private static void wideTo128(Object base, long offset, int length, Secret secret, long[] into) {
    long[] pairs = secret.pairs;
    long end = offset + length;
    long low = length * P1;
    long high = 0;
    for (int i = (length - 1) >>> 5; i >= 0; i--) {
      long head = offset + (i << 4);
      long tail = end - 16 - (i << 4);
      low = (low + mix(base, head, pairs, i << 2)) ^ sum(base, tail);
      high = (high + mix(base, tail, pairs, (i << 2) + 2)) ^ sum(base, head);
    }
    finishWide(low, high, length, secret, into);
  }

  private static void wideTo240(Object base, long offset, int length, Secret secret, long[] into) {
    long low = length * P1;
    long high = 0;
    int rounds = length >>> 5;
    for (int i = 0; i < rounds; i++) {
      if (i == 4) {
        low = avalanche(low);
        high = avalanche(high);
      }
      long[] pairs = i < 4 ? secret.pairs : secret.shiftedPairs;
      int word = (i & 3) << 2;
      long head = offset + (i << 5);
      low = (low + mix(base, head, pairs, word)) ^ sum(base, head + 16);
      high = (high + mix(base, head + 16, pairs, word + 2)) ^ sum(base, head);
    }
    if (rounds == 4) {
      low = avalanche(low);
      high = avalanche(high);
    }
    long tail = offset + length - 16;
    low = (low + mix(base, tail, secret.lastPairsWide, 0)) ^ sum(base, tail - 16);
    high = (high + mix(base, tail - 16, secret.lastPairsWide, 2)) ^ sum(base, tail);
    finishWide(low, high, length, secret, into);
  }

  private static void finishWide(long low, long high, int length, Secret secret, long[] into) {
    into[0] = avalanche(low + high);
    into[1] = -avalanche(low * P1 + high * P4 + (length - secret.seed) * P2);
  }

  private static long mix(Object base, long offset, long[] pairs, int word) {
    return mulFold(
        MEMORY.getLong(base, offset) ^ pairs[word],
        MEMORY.getLong(base, offset + 8) ^ pairs[word + 1]);
  }

  private static long sum(Object base, long offset) {
    return MEMORY.getLong(base, offset) + MEMORY.getLong(base, offset + 8);
  }

  /** One to three bytes and their number, in one word. */
  private static long spread(Object base, long offset, int length) {
    long first = MEMORY.getByte(base, offset);
    long middle = MEMORY.getByte(base, offset + (length >>> 1));
    long last = MEMORY.getByte(base, offset + length - 1);
    return (first << 16) | (middle << 24) | last | ((long) length << 8);
  }
}
