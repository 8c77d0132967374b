package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a listener is told, and what it may do. */
class TroubleTest {
  @Test
  void itIsCalledOutsideTheMonitorThatOthersNeed() {
    List<Boolean> held = new ArrayList<>();
    Trouble[] trouble = new Trouble[1];
    trouble[0] = new Trouble(text -> held.add(Thread.holdsLock(trouble[0])));
    trouble[0].failed("cannot write", new IOException("the disk is full"));
    assertThat(held).containsExactly(false);
  }

  @Test
  void ofEachKindOnceUntilItWorksAgain() {
    List<String> told = new ArrayList<>();
    Trouble trouble = new Trouble(told::add);
    Trouble.Work fails =
        () -> {
          throw new IOException("the disk is full");
        };
    assertThat(trouble.during("cannot write", fails)).isFalse();
    assertThat(trouble.during("cannot write", fails)).isFalse();
    assertThat(trouble.during("cannot force", fails)).isFalse();
    assertThat(told).hasSize(2);
    assertThat(trouble.during("cannot write", () -> {})).isTrue();
    assertThat(trouble.during("cannot write", fails)).isFalse();
    assertThat(told).hasSize(3);
    assertThat(trouble.count()).isEqualTo(4);
  }

  @Test
  void causesThatTakeTurnsAreToldOnceEach() {
    List<String> told = new ArrayList<>();
    Trouble trouble = new Trouble(told::add);
    for (int i = 0; i < 3; i++) {
      String words = "attempt " + i;
      trouble.failed("cannot write", new IOException(words));
      trouble.failed("cannot write", new IllegalStateException(words));
    }
    assertThat(told).hasSize(2);
    trouble.over("cannot write");
    trouble.failed("cannot write", new IOException("again"));
    assertThat(told).hasSize(3);
  }
}
