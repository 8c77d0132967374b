package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.RingBuffer;
import java.io.File;
import java.util.List;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each version that a result names is there: one that is not would lose a whole comparison. */
class PeersTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aeron",
        "chronicle-queue",
        "disruptor",
        "exchange-core",
        "hash4j",
        "jctools",
        "log4j2",
        "log4j2.disruptor",
        "logback",
        "lz4-java",
        "zero-allocation-hashing"
      })
  void aPeerHasAVersion(String peer) {
    assertThat(Peers.version(peer)).matches("\\d+(\\.\\d+)+.*");
  }

  /** The JVM of these tests has the LZ4 of the hash's peer, and the kernel's Disruptor. */
  @Test
  void aPeerRefusesAnothersLibrary() {
    assertThatThrownBy(() -> Peers.require(LZ4Factory.class, "exchange-core", "lz4-java"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("lz4-java-" + Peers.version("exchange-core.lz4-java"))
        .hasMessageContaining("lz4-java-" + Peers.version("lz4-java"));
    assertThatThrownBy(() -> Peers.require(RingBuffer.class, "exchange-core", "disruptor"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("disruptor-" + Peers.version("exchange-core.disruptor"));
  }

  /** So its own version is the one that is found. */
  @Test
  void aPeersLibrariesStandBeforeAllOthers() {
    List<String> command =
        ChildProcess.Launch.ofJvm(
                PeersTest.class, "peer", List.of(), Libraries.of("peers/exchange-core"))
            .command();
    String path = command.get(command.indexOf("-cp") + 1);
    assertThat(path.split(File.pathSeparator, -1)[0])
        .endsWith("peers/exchange-core".replace('/', File.separatorChar) + File.separator + "*");
  }

  @Test
  void anUnknownPeerIsRefused() {
    assertThatThrownBy(() -> Peers.version("nobody"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nobody");
  }
}
