package dev.tandem.client;

import dev.tandem.client.wire.SignedLogon;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key of the gateway that signs, so that its secret crosses no network: for requests of HTTP,
 * logins of streams and logons of FIX, whose texts {@code docs/gateway.md} has. {@link
 * TandemClient} does it for its own logons. Any thread.
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
    return sign(text.getBytes(StandardCharsets.UTF_8), new byte[0]);
  }

  private byte[] sign(byte[] head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      mac.update(head);
      return mac.doFinal(body);
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The value of the header {@code Authorization} of a request, signed now with a nonce of its own.
   *
   * @param target path and query, as they are sent
   * @param body empty if there is none
   */
  public String authorization(String method, String target, byte[] body) {
    String time = Long.toString(System.currentTimeMillis());
    String nonce = HexFormat.of().formatHex(nonce());
    String head = String.join("\n", method, target, time, nonce, "");
    String signature = HexFormat.of().formatHex(sign(head.getBytes(StandardCharsets.UTF_8), body));
    return "Tandem-HMAC-SHA256 key=%s, time=%s, nonce=%s, signature=%s"
        .formatted(name, time, nonce, signature);
  }

  /**
   * The signature of a stream's {@code login}, as 64 digits of base 16.
   *
   * @param session as the login has it; 0 where it has none
   * @param timeMillis since 1970, as the login has it
   * @param nonce as the login has it
   */
  public String loginSignature(int session, long timeMillis, String nonce) {
    return HexFormat.of()
        .formatHex(
            sign(
                String.join(
                    "\n",
                    "STREAM LOGIN",
                    name,
                    Integer.toString(session),
                    Long.toString(timeMillis),
                    nonce)));
  }

  /**
   * What shows the key in a Logon of FIX in place of a password: the value of its RawData(96).
   *
   * @param session SenderSubID(50); 0 where there is none
   * @param heartBtInt HeartBtInt(108), in seconds
   * @param resets whether ResetSeqNumFlag(141) is Y
   * @param sendingMillis SendingTime(52), in milliseconds since 1970, without parts of one
   */
  public String fixRawData(int session, int heartBtInt, boolean resets, long sendingMillis) {
    String nonce = HexFormat.of().formatHex(nonce());
    byte[] signature =
        sign(
            String.join(
                "\n",
                "FIX LOGON",
                name,
                Integer.toString(session),
                Integer.toString(heartBtInt),
                resets ? "1" : "0",
                Long.toString(sendingMillis),
                nonce));
    return nonce + "." + HexFormat.of().formatHex(signature);
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
