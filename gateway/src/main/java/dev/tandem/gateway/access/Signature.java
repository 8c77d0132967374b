package dev.tandem.gateway.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * How a request or a logon is signed, so that no secret crosses the network: HMAC-SHA-256, under
 * the SHA-256 of the secret's text. Of a request over these lines and the body behind them:
 *
 * <pre>
 *   method
 *   path, with the query
 *   time, in milliseconds since 1970
 *   nonce
 *   body
 * </pre>
 *
 * <p>Of a logon over these lines, with no newline behind the last. What it is for has a space, so
 * it is no method of HTTP, and neither can be taken for the other.
 *
 * <pre>
 *   what it is for
 *   name of the key
 *   numbers of the logon, each a line
 *   time, in milliseconds since 1970
 *   nonce
 * </pre>
 *
 * @param key the name of the key
 * @param hex the signature, 64 digits of base 16
 */
public record Signature(String key, long timeMillis, String nonce, String hex) {

  /** The scheme in the header {@code Authorization}. */
  public static final String SCHEME = "Tandem-HMAC-SHA256";

  /** The highest time that is looked at; the year is 33,658. */
  public static final long LAST_TIME = 999_999_999_999_999L;

  private static final Pattern FIELD = Pattern.compile("\\s*([a-z]+)=([A-Za-z0-9_-]{1,64})\\s*");
  private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{16,64}");
  private static final Pattern TIME = Pattern.compile("\\d{1,15}");
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
  private static final String ALGORITHM = "HmacSHA256";

  /**
   * What a header says behind the scheme: {@code key=…, time=…, nonce=…, signature=…}.
   *
   * @throws IllegalArgumentException if it says something else
   */
  public static Signature parse(String parameters) {
    Map<String, String> fields = new TreeMap<>();
    for (String part : parameters.split(",", -1)) {
      Matcher field = FIELD.matcher(part);
      if (!field.matches() || fields.put(field.group(1), field.group(2)) != null) {
        throw malformed();
      }
    }
    if (!fields.keySet().equals(java.util.Set.of("key", "time", "nonce", "signature"))
        || !TIME.matcher(fields.get("time")).matches()
        || !isWellFormed(fields.get("nonce"), fields.get("signature"))) {
      throw malformed();
    }
    return new Signature(
        fields.get("key"),
        Long.parseLong(fields.get("time")),
        fields.get("nonce"),
        fields.get("signature"));
  }

  /** Whether these texts may be the nonce and the signature of anything. */
  public static boolean isWellFormed(String nonce, String hex) {
    return NONCE.matcher(nonce).matches() && HEX.matcher(hex).matches();
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "expected "
            + SCHEME
            + " key=name, time=milliseconds, nonce=16 to 64 of A-Z a-z 0-9 _ -, signature=64 digits"
            + " of base 16");
  }

  /** Whether it is of this request and this key; takes as long for a wrong one. */
  public boolean isOf(ApiKey of, String method, String uri, ByteBuffer body) {
    return isOf(of, method + '\n' + uri + '\n' + timeMillis + '\n' + nonce + '\n', body);
  }

  /**
   * Whether it is of this logon and this key; takes as long for a wrong one.
   *
   * @param purpose what the logon is for, as no method of HTTP is called
   * @param numbers the fields of the logon that nobody may change
   */
  public boolean isOfLogon(ApiKey of, String purpose, long... numbers) {
    StringBuilder lines = new StringBuilder(purpose).append('\n').append(key).append('\n');
    for (long number : numbers) {
      lines.append(number).append('\n');
    }
    lines.append(timeMillis).append('\n').append(nonce);
    return isOf(of, lines.toString(), ByteBuffer.allocate(0));
  }

  private boolean isOf(ApiKey of, String lines, ByteBuffer body) {
    byte[] expected = hmac(of.hash(), lines, body);
    return MessageDigest.isEqual(expected, HexFormat.of().parseHex(hex));
  }

  private static byte[] hmac(byte[] key, String lines, ByteBuffer body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      mac.update(lines.getBytes(StandardCharsets.UTF_8));
      mac.update(body);
      return mac.doFinal();
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }
}
