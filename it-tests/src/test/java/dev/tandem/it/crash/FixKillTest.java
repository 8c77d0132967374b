package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.CrashScale;
import dev.tandem.it.serve.ServeProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tandem serve} is killed while both sides of a market trade by FIX: each fill is reported
 * to each side once, without a request, and the balances are what the reports say.
 */
@Tag("thorough")
class FixKillTest {

  private static final int KILLS = CrashScale.isFull() ? 100 : 2;
  private static final long ORDERS_OF_A_KILL = 100;

  /** Snapshots while it trades, so that a start does not apply the commands whose reports miss. */
  private static final String[] OPTIONS = {
    "--orders-per-second=0", "--fix=0", "--snapshot-every=40"
  };

  @TempDir private Path directory;

  @Test
  void eachSideKnowsOfEachFillOnce() throws Exception {
    long orders = ORDERS_OF_A_KILL * (KILLS + 1);
    ServeProcess server = new ServeProcess(directory, null, OPTIONS);
    try (CuttableProxy proxy = new CuttableProxy(server.fixPort())) {
      String key = server.key();
      server.prepare();
      List<FixSide> sides =
          List.of(
              new FixSide(1, '2', orders, proxy.port(), key),
              new FixSide(2, '1', orders, proxy.port(), key));
      List<Thread> threads =
          sides.stream().map(side -> Thread.ofPlatform().daemon().start(side)).toList();
      for (int kill = 1; kill <= KILLS; kill++) {
        long until = kill * ORDERS_OF_A_KILL;
        Deadline.await("fills", () -> sides.stream().allMatch(side -> side.filled() >= until));
        server.kill();
        server.close();
        server = new ServeProcess(directory, key, OPTIONS);
        proxy.to(server.fixPort());
      }
      for (Thread thread : threads) {
        thread.join();
      }
      for (FixSide side : sides) {
        assertThat(side.wrong()).isEmpty();
        assertThat(side.missed()).isZero();
        assertThat(side.reported()).hasSize((int) orders);
      }
      assertBalances(server, 1, ServeProcess.LOTS_OF_ALL - orders, FixSide.PRICE * orders);
      assertBalances(server, 2, orders, ServeProcess.LOTS_OF_ALL - FixSide.PRICE * orders);
      assertThat(server.stop()).isZero();
    } finally {
      server.close();
    }
  }

  private static void assertBalances(ServeProcess server, int user, long lots, long money)
      throws Exception {
    assertThat(server.get("/v1/users/" + user + "/balances").body())
        .contains("\"currency\":10,\"available\":" + lots + ",\"held\":0")
        .contains("\"currency\":20,\"available\":" + money + ",\"held\":0");
  }
}
