package dev.tandem.gateway;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs with a key's secret. Written anew from the document, not by what signatures are checked
 * with, nor by the client.
 */
public final class Signer {

  private final SecretKeySpec secret;

  /** Signs with a key, {@code name.secret}. */
  public Signer(String key) throws GeneralSecurityException {
    byte[] text = key.substring(key.indexOf('.') + 1).getBytes(StandardCharsets.UTF_8);
    secret = new SecretKeySpec(MessageDigest.getInstance("SHA-256").digest(text), "HmacSHA256");
  }

  /** The signature of these lines, with a newline between them. */
  public byte[] sign(Object... lines) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(secret);
    String text = String.join("\n", Arrays.stream(lines).map(Object::toString).toList());
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same, in digits of base 16. */
  public String hex(Object... lines) throws GeneralSecurityException {
    return HexFormat.of().formatHex(sign(lines));
  }
}
