package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each version that a result names is there: one that is not would lose a whole comparison. */
class PeersTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aeron",
        "aircompressor",
        "chronicle-queue",
        "exchange-core",
        "hash4j",
        "lz4-java",
        "rocksdb",
        "zero-allocation-hashing"
      })
  void aPeerHasAVersion(String peer) {
    assertThat(Peers.version(peer)).matches("\\d+(\\.\\d+)+.*");
  }

  @Test
  void anUnknownPeerIsRefused() {
    assertThatThrownBy(() -> Peers.version("nobody"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nobody");
  }
}
