package dev.tandem.core.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WaitModeTest {

  @Test
  void aBusySpinIsNeverChosenUnlessACpuIsLeft() {
    for (int cpus = 1; cpus < 20; cpus++) {
      for (int threads = cpus; threads < 40; threads++) {
        assertThat(WaitMode.auto(threads, cpus)).isNotEqualTo(WaitMode.BUSY_SPIN);
      }
    }
    assertThat(WaitMode.auto(2, 4)).isEqualTo(WaitMode.BUSY_SPIN);
    assertThat(WaitMode.auto(Integer.MAX_VALUE)).isEqualTo(WaitMode.YIELDING);
    assertThatThrownBy(() -> WaitMode.auto(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
