package dev.tandem.gateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * More of what {@link MoreLoopsTest} holds, in a class of its own: most of it waits for time
 * limits, and two classes run at a time.
 */
@Tag("night")
@Timeout(300)
class MoreLoopsLimitsTest {

  private static LeakWatch leaks;

  @BeforeAll
  static void watch() {
    leaks = new LeakWatch();
  }

  @AfterAll
  static void allIsReleased() {
    leaks.close();
  }

  @Nested
  class Limits extends LimitsTest {
    @Override
    int loops() {
      return MoreLoopsTest.LOOPS;
    }
  }

  @Nested
  class RequestHeads extends RequestHeadTest {
    @Override
    int loops() {
      return MoreLoopsTest.LOOPS;
    }
  }

  @Nested
  class KeyShares extends KeyShareFloodTest {
    @Override
    int loops() {
      return MoreLoopsTest.LOOPS;
    }
  }

  @Nested
  class Stops extends StopTest {
    @Override
    int loops() {
      return MoreLoopsTest.LOOPS;
    }
  }

  @Nested
  class OrderLimits extends OrderLimitsTest {
    @Override
    int loops() {
      return MoreLoopsTest.LOOPS;
    }
  }

  @Nested
  class Tls extends TlsTest {
    @Override
    int loops() {
      return MoreLoopsTest.LOOPS;
    }
  }

  @Nested
  class FanOut extends FanOutTest {
    @Override
    int loops() {
      return MoreLoopsTest.LOOPS;
    }
  }

  @Nested
  class OfTandemClient extends TandemClientTest {
    @Override
    int loops() {
      return MoreLoopsTest.LOOPS;
    }
  }
}
