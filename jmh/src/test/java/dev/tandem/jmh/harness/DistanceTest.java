package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DistanceTest {

  @Test
  void nearRoundsComeFirstAndEmptyGroupsNotAtAll() {
    List<String> reported = new ArrayList<>();
    Distance.split(List.of(520, 90, 480, 80), n -> n > 300, (end, of) -> reported.add(end + of));
    assertThat(reported).containsExactly("[90, 80]", Distance.FAR + "[520, 480]");
    reported.clear();
    Distance.split(List.of(90), n -> n > 300, (end, of) -> reported.add(end + of));
    Distance.split(List.of(520), n -> n > 300, (end, of) -> reported.add(end + of));
    Distance.split(List.<Integer>of(), n -> n > 300, (end, of) -> reported.add(end + of));
    assertThat(reported).containsExactly("[90]", Distance.FAR + "[520]");
  }
}
