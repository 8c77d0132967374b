package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Digests that xxHash publishes in its sanity check and its specification. */
class PublishedVectorsTest {

  private static final byte[] SANITY = Inputs.sanity(2367);

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void xxh64(Implementation implementation) {
    Needs.implementation(implementation);
    long[][] vectors = {
      {0, 0, 0xEF46DB3751D8E999L},
      {0, Inputs.P32, 0xAC75FDA2929B17EFL},
      {1, 0, 0xE934A84ADB052768L},
      {1, Inputs.P32, 0x5014607643A9B4C3L},
      {4, 0, 0x9136A0DCA57457EEL},
      {14, 0, 0x8282DCC4994E35C8L},
      {14, Inputs.P32, 0xC3BD6BF63DEB6DF0L},
      {222, 0, 0xB641AE8CB691C174L},
      {222, Inputs.P32, 0x20CB8AB7AE10C14AL},
    };
    for (long[] vector : vectors) {
      Xxh64 hash = Hashing.xxh64(implementation, vector[1]);
      assertThat(hash.hash(SANITY, 0, (int) vector[0]))
          .as("length %d seed %x", vector[0], vector[1])
          .isEqualTo(vector[2]);
    }
    Xxh64 hash = Hashing.xxh64(implementation, 0);
    assertThat(hash.hash("xxhash".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(0x32DD38952C4BC720L);
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void xxh3(Implementation implementation) {
    Needs.implementation(implementation);
    long[][] vectors = {
      {0, 0x2D06800538D394C2L}, {1, 0xC44BDFF4074EECDBL},
      {6, 0x27B56A84CD2D7325L}, {12, 0xA713DAF0DFBB77E7L},
      {24, 0xA3FE70BF9D3510EBL}, {48, 0x397DA259ECBA1F11L},
      {80, 0xBCDEFBBB2C47C90AL}, {195, 0xCD94217EE362EC3AL},
      {403, 0xCDEB804D65C6DEA4L}, {512, 0x617E49599013CB6BL},
      {2048, 0xDD59E2C3A5F038E0L}, {2240, 0x6E73A90539CF2948L},
      {2367, 0xCB37AEB9E5D361EDL},
    };
    Xxh3 hash = Hashing.xxh3(implementation, 0);
    for (long[] vector : vectors) {
      assertThat(hash.hash(Arrays.copyOf(SANITY, (int) vector[0])))
          .as("length %d", vector[0])
          .isEqualTo(vector[1]);
    }
    assertThat(hash.hash128(new byte[0])).hasToString("99aa06d3014798d86001c324468d497f");
  }
}
