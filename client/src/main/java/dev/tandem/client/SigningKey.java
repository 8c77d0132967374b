package dev.tandem.client;

import dev.tandem.client.wire.SignedLogon;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key of the gateway that signs, so that its secret crosses no network: for requests of HTTP and
 * logins of streams, whose texts {@code docs/gateway.md} has. {@link TandemClient} does it for its
 * own logons. Any thread.
 */
public final class SigningKey {

  private static final String ALGORITHM = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Pattern KEY =
      Pattern.compile("([a-z0-9-]{1," + SignedLogon.KEY_BYTES + "})\\.(.+)");

  private final String name;
  private final SecretKeySpec secret;

  private SigningKey(String name, SecretKeySpec secret) {
    this.name = name;
    this.secret = secret;
  }

  /**
   * The key of this text, {@code name.secret}, as {@code tandem key} prints it.
   *
   * @throws IllegalArgumentException if it is none; the message does not say what it is
   */
  public static SigningKey of(String key) {
    Matcher parts = KEY.matcher(key);
    if (!parts.matches()) {
      throw new IllegalArgumentException("the key is not of the form name.secret");
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(parts.group(2).getBytes(StandardCharsets.UTF_8));
      return new SigningKey(parts.group(1), new SecretKeySpec(hash, ALGORITHM));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The name of the key, which is no secret. */
  public String name() {
    return name;
  }

  /** The 32 bytes of a signature of this text. */
  public byte[] sign(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }

  /** 16 random bytes: each signature needs others. */
  public static byte[] nonce() {
    byte[] nonce = new byte[SignedLogon.NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  @Override
  public String toString() {
    return "SigningKey[" + name + "]";
  }
}
