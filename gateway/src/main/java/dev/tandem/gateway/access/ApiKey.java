package dev.tandem.gateway.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;
import java.util.Set;

/**
 * A key of the gateway as it is kept: its secret is not in it, only the SHA-256 of it. Secrets are
 * 256 random bits, so a fast hash is as good as a slow one.
 *
 * @param number 1 and up, for ever this key's; the kernel knows the commands of its sessions by it
 * @param users whose orders and balances it is for; empty: those of all users
 */
// Copied in and out.
@SuppressWarnings("ArrayRecordComponent")
public record ApiKey(String name, int number, byte[] hash, Role role, Set<Long> users) {

  /** Sessions of one key that number their commands apart. */
  public static final int SESSIONS = 256;

  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A key that was made just now, with what its holder must send. */
  public record Made(ApiKey key, String token) {}

  /** Copies what it is given. */
  public ApiKey {
    Objects.requireNonNull(name, "name");
    hash = hash.clone();
    users = Set.copyOf(users);
  }

  @Override
  public byte[] hash() {
    return hash.clone();
  }

  /** Makes a key with a new secret. */
  public static Made make(String name, int number, Role role, Set<Long> users) {
    byte[] secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    return new Made(new ApiKey(name, number, sha256(text), role, users), name + "." + text);
  }

  /** Whether this is the secret of the key; takes as long for a wrong one. */
  public boolean holds(String secret) {
    return MessageDigest.isEqual(hash, sha256(secret));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether it may do what needs a role. */
  public boolean may(Role needed) {
    return role.compareTo(needed) >= 0;
  }

  /** Whether it may act for a user. */
  public boolean isFor(long user) {
    return role == Role.ADMIN || users.isEmpty() || users.contains(user);
  }

  /** The kernel's client key of a session, 0 to {@value #SESSIONS} - 1. */
  public long client(int session) {
    return (long) number << 32 | session;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ApiKey key && key.number == number && key.name.equals(name);
  }

  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public String toString() {
    return "ApiKey[" + name + ", " + role + "]";
  }
}
