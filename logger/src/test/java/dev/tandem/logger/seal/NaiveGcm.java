package dev.tandem.logger.seal;

import java.math.BigInteger;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-GCM as NIST SP 800-38D defines it, bit by bit over single AES blocks: the model to compare
 * with.
 */
final class NaiveGcm {
  private static final BigInteger R = BigInteger.valueOf(0xe1).shiftLeft(120);

  private NaiveGcm() {}

  /** Ciphertext and tag. */
  static byte[] seal(byte[] key, byte[] nonce, byte[] authenticated, byte[] plain)
      throws Exception {
    Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
    aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    byte[] counter = Arrays.copyOf(nonce, 16);
    counter[15] = 1;
    byte[] mask = aes.doFinal(counter);
    byte[] out = Arrays.copyOf(plain, plain.length + 16);
    for (int at = 0; at < plain.length; at += 16) {
      next(counter);
      byte[] stream = aes.doFinal(counter);
      for (int i = at; i < Math.min(plain.length, at + 16); i++) {
        out[i] ^= stream[i - at];
      }
    }
    BigInteger h = number(aes.doFinal(new byte[16]));
    BigInteger y = hash(BigInteger.ZERO, h, authenticated);
    y = hash(y, h, Arrays.copyOf(out, plain.length));
    BigInteger lengths =
        BigInteger.valueOf(8L * authenticated.length)
            .shiftLeft(64)
            .or(BigInteger.valueOf(8L * plain.length));
    y = multiply(y.xor(lengths), h);
    for (int i = 0; i < 16; i++) {
      out[plain.length + i] = (byte) (y.shiftRight(8 * (15 - i)).intValue() ^ mask[i]);
    }
    return out;
  }

  private static void next(byte[] counter) {
    int i = 15;
    do {
      counter[i]++;
    } while (counter[i] == 0 && --i >= 12);
  }

  private static BigInteger hash(BigInteger from, BigInteger h, byte[] bytes) {
    BigInteger y = from;
    for (int at = 0; at < bytes.length; at += 16) {
      y = multiply(y.xor(number(Arrays.copyOfRange(bytes, at, at + 16))), h);
    }
    return y;
  }

  private static BigInteger multiply(BigInteger x, BigInteger y) {
    BigInteger z = BigInteger.ZERO;
    BigInteger v = y;
    for (int i = 127; i >= 0; i--) {
      if (x.testBit(i)) {
        z = z.xor(v);
      }
      boolean carry = v.testBit(0);
      v = v.shiftRight(1);
      if (carry) {
        v = v.xor(R);
      }
    }
    return z;
  }

  private static BigInteger number(byte[] block) {
    return new BigInteger(1, block);
  }
}
