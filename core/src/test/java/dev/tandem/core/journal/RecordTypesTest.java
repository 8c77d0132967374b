package dev.tandem.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTypesTest {

  /** The number is little-endian, in the first byte. */
  @ParameterizedTest
  @ValueSource(bytes = {0, 1, 2, 3, 5})
  void anotherVersionIsRefusedByName(byte version) {
    byte[] body = RecordTypes.exchange(true);
    assertThat(RecordTypes.hasRisk(MemorySegment.ofArray(body))).isTrue();
    body[0] = version;
    assertThatThrownBy(() -> RecordTypes.hasRisk(MemorySegment.ofArray(body)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version " + version + "; expected 16 bytes, version 4");
  }
}
