package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Published vectors for HKDF and GCM, and a sealed file computed a second time from its description
 * alone.
 */
class VectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  @TempDir private Path dir;

  /** RFC 5869, appendix A, cases 1 to 3. */
  @ParameterizedTest
  @CsvSource({
    "22,0b,0,000102030405060708090a0b0c,f0f1f2f3f4f5f6f7f8f9,"
        + "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    "22,0b,0,'','',"
        + "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    "80,00,1,606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
        + "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
        + "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf,"
        + "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecf"
        + "d0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeef"
        + "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff,"
        + "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
        + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
        + "cc30c58179ec3e87c14c01d5c1f3434f1d87"
  })
  void keyDerivation(
      int length, String first, int step, String salt, String info, String expected) {
    byte[] ikm = new byte[length];
    for (int i = 0; i < length; i++) {
      ikm[i] = (byte) (Integer.parseInt(first, 16) + i * step);
    }
    byte[] out =
        FileKeys.hkdf(
            new WipedKey("Generic", ikm),
            HEX.parseHex(salt),
            HEX.parseHex(info),
            expected.length() / 2);
    assertThat(HEX.formatHex(out)).isEqualTo(expected);
  }

  /** Cases 13, 14 and 16 of the GCM submission to NIST by McGrew and Viega. */
  @ParameterizedTest
  @CsvSource({
    "0000000000000000000000000000000000000000000000000000000000000000,000000000000000000000000,'','',"
        + "530f8afbc74536b9a963b4f1c4cb738b",
    "0000000000000000000000000000000000000000000000000000000000000000,000000000000000000000000,'',"
        + "00000000000000000000000000000000,"
        + "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919",
    "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308,cafebabefacedbaddecaf888,"
        + "feedfacedeadbeeffeedfacedeadbeefabaddad2,"
        + "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39,"
        + "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
        + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
        + "76fc6ece0f4e1768cddf8853bb2d551b"
  })
  void encryption(String key, String nonce, String authenticated, String plain, String expected)
      throws Exception {
    byte[] naive =
        NaiveGcm.seal(
            HEX.parseHex(key),
            HEX.parseHex(nonce),
            HEX.parseHex(authenticated),
            HEX.parseHex(plain));
    assertThat(HEX.formatHex(naive)).isEqualTo(expected);

    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new WipedKey("AES", HEX.parseHex(key)),
        new GCMParameterSpec(128, HEX.parseHex(nonce)));
    cipher.updateAAD(HEX.parseHex(authenticated));
    assertThat(HEX.formatHex(cipher.doFinal(HEX.parseHex(plain)))).isEqualTo(expected);
  }

  @Test
  void sealedFileIsWhatItsDescriptionSays() throws Exception {
    String[] texts = {"one", "two, which is longer than a block of the cipher", "x"};
    Path path = SealedFiles.write(dir.resolve("f"), SealedFiles.ring(), true, texts);
    byte[] file = Files.readAllBytes(path);

    byte[] info = new byte[17 + 120];
    System.arraycopy("tandem-log seal 1".getBytes(StandardCharsets.US_ASCII), 0, info, 0, 17);
    System.arraycopy(file, 0, info, 17, 120);
    byte[] material = hkdf(SealedFiles.KEY, Arrays.copyOfRange(file, 32, 64), info);
    assertThat(Arrays.copyOfRange(file, 120, 152)).isEqualTo(Arrays.copyOfRange(material, 32, 64));

    byte[] key = Arrays.copyOf(material, 32);
    byte[] previous = Arrays.copyOfRange(file, 120, 136);
    int at = 160;
    for (int number = 0; number <= texts.length; number++) {
      byte[] plain =
          number < texts.length ? texts[number].getBytes(StandardCharsets.UTF_8) : new byte[0];
      byte[] nonce = {(byte) number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
      byte[] authenticated = new byte[56];
      System.arraycopy(file, 16, authenticated, 0, 16);
      System.arraycopy(previous, 0, authenticated, 16, 16);
      System.arraycopy(file, at, authenticated, 32, 24);
      assertThat(file[at + 4]).isEqualTo((byte) (number < texts.length ? 1 : 2));
      byte[] sealed = NaiveGcm.seal(key, nonce, authenticated, plain);
      assertThat(Arrays.copyOfRange(file, at + 24, at + 24 + plain.length + 16)).isEqualTo(sealed);
      previous = Arrays.copyOfRange(sealed, plain.length, plain.length + 16);
      at += 24 + plain.length + 16;
    }
    assertThat(at).isEqualTo(file.length);
  }

  /** HKDF from its definition, over HMAC. */
  private static byte[] hkdf(byte[] master, byte[] salt, byte[] info) throws Exception {
    byte[] pseudorandom = mac(salt, master);
    byte[] out = new byte[64];
    byte[] input = Arrays.copyOf(info, info.length + 1);
    input[info.length] = 1;
    byte[] first = mac(pseudorandom, input);
    byte[] second = Arrays.copyOf(first, 32 + info.length + 1);
    System.arraycopy(info, 0, second, 32, info.length);
    second[32 + info.length] = 2;
    System.arraycopy(first, 0, out, 0, 32);
    System.arraycopy(mac(pseudorandom, second), 0, out, 32, 32);
    return out;
  }

  private static byte[] mac(byte[] key, byte[] bytes) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(bytes);
  }
}
