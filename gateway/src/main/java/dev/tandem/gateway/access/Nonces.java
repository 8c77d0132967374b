package dev.tandem.gateway.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The nonces of signed requests and logons that were seen, as long as their times are accepted: an
 * intercepted signature cannot be used again. Each key has room of its own, so none can use up that
 * of another. Of a nonce 64 bits of a hash are kept: that two are taken for one is possible, and as
 * likely as one in 10^13. One thread.
 */
public final class Nonces {

  /** How far the time of a request may be from this machine's, in milliseconds. */
  public static final long WINDOW_MILLIS = 10_000;

  /** A nonce is kept for twice the window, and forgotten at most so much later. */
  public static final long SLICE_MILLIS = 5_000;

  private static final int SLICES = Math.toIntExact(2 * WINDOW_MILLIS / SLICE_MILLIS) + 1;
  private static final int SALT_BYTES = 16;

  private final int mostOfKey;
  private final MessageDigest hash;
  private final byte[] salt = new byte[SALT_BYTES];

  /** What was seen in the last slices of time, by key; the newest is the last one. */
  private final Deque<Map<String, LongSet>> slices = new ArrayDeque<>();

  private long newest = Long.MIN_VALUE;

  /**
   * None yet.
   *
   * @param mostOfKey how many of one key are kept; what comes above that is refused
   */
  public Nonces(int mostOfKey) {
    this.mostOfKey = mostOfKey;
    try {
      hash = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    // So that nobody can choose nonces that take long to find.
    new SecureRandom().nextBytes(salt);
  }

  /** Whether the time of a signature is accepted. */
  public static boolean isInTime(Signature signature, long nowMillis) {
    return Math.abs(signature.timeMillis() - nowMillis) <= WINDOW_MILLIS;
  }

  /** Whether there is no room for one more of this key; forgets first what is out of its time. */
  public boolean isFull(String key, long nowMillis) {
    forget(nowMillis);
    int seen = 0;
    for (Map<String, LongSet> slice : slices) {
      LongSet ofKey = slice.get(key);
      seen += ofKey == null ? 0 : ofKey.size();
    }
    return seen >= mostOfKey;
  }

  /** Takes a nonce that was not seen before; false if it was. */
  public boolean take(Signature signature, long nowMillis) {
    forget(nowMillis);
    long id = id(signature.nonce());
    for (Map<String, LongSet> slice : slices) {
      LongSet ofKey = slice.get(signature.key());
      if (ofKey != null && ofKey.contains(id)) {
        return false;
      }
    }
    slices.getLast().computeIfAbsent(signature.key(), key -> new LongSet()).add(id);
    return true;
  }

  /** A clock that was set back forgets nothing. */
  private void forget(long nowMillis) {
    long slice = nowMillis / SLICE_MILLIS;
    if (slice > newest) {
      for (long i = Math.max(newest, slice - SLICES); i < slice; i++) {
        slices.add(new HashMap<>());
      }
      newest = slice;
      while (slices.size() > SLICES) {
        slices.remove();
      }
    }
  }

  private long id(String nonce) {
    hash.update(salt);
    return ByteBuffer.wrap(hash.digest(nonce.getBytes(StandardCharsets.US_ASCII))).getLong();
  }
}
