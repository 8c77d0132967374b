package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of the page share: a gateway, a browser, and hands. */
abstract class OnThePage {

  /** The newest trades as they are shown. */
  static final String LAST_TRADE =
      "document.querySelector('#trades tbody').innerText.replace(/\\s+/g, ' ')";

  static final String OWN = "document.querySelector('#own tbody').innerText";

  /** A symbol in which the generated market has no orders, and a trader of that market. */
  static final int QUIET = 4;

  static final long TRADER = 1_000;

  @TempDir Path directory;
  Browser page;

  /** What is to be tried on the page. */
  @FunctionalInterface
  interface Visit {
    void of(ServeProcess server) throws Exception;
  }

  /** Opens the page of a generated market, waits until it shows something, and tries that. */
  final void visit(int rate, Visit visit, String... options) throws Exception {
    assumeTrue(Files.isExecutable(Browser.DRIVER), "SKIPPED: no chromedriver");
    List<String> all = new ArrayList<>(List.of("--demo", "--demo-rate=" + rate));
    all.addAll(List.of(options));
    try (ServeProcess server = new ServeProcess(directory, null, all.toArray(String[]::new));
        Browser browser = new Browser()) {
      page = browser;
      page.open(server.address() + "/");
      page.await("document.getElementById('state').textContent === 'up'");
      page.await("document.querySelectorAll('#bids tr').length >= 5");
      page.await("document.querySelectorAll('#asks tr').length >= 5");
      page.await("document.querySelectorAll('#trades tbody tr').length >= 3");
      page.await("document.getElementById('last').textContent !== '–'");
      visit.of(server);
      assertThat(page.console()).isEqualTo("[]");
    }
  }

  /** What is tried with a client that sends orders of the page's user. */
  @FunctionalInterface
  interface Trial {
    void of(TandemClient client, ServeProcess server) throws Exception;
  }

  /** Opens the page at a symbol where nothing else happens. */
  final void quiet(Trial trial) throws Exception {
    visit(
        50,
        server -> {
          assertThat(
                  server
                      .post("/v1/symbols", "{\"symbol\":4,\"base\":901,\"quote\":900}")
                      .statusCode())
              .isEqualTo(200);
          page.script("socket.close()");
          page.await("!!document.querySelector('#symbol option[value=\"4\"]')");
          page.script("const s = document.getElementById('symbol'); s.value = '4'; s.onchange()");
          try (TandemClient client =
              TandemClient.of("127.0.0.1", server.binaryPort(), server.key()).connect()) {
            trial.of(client, server);
          }
        });
  }

  static void rest(TandemClient client, long order, Side side, long price, long lots) {
    Answer answer = client.place(1, QUIET, order, side, TimeInForce.GTC, price, lots).join();
    assertThat(answer.open()).isEqualTo(lots);
  }

  final void order(String price, String side) throws IOException, InterruptedException {
    page.await("isLive()");
    page.script(
        "document.getElementById('price').value='"
            + price
            + "';"
            + "document.getElementById('lots').value='1';"
            + "document.getElementById('"
            + side
            + "').click()");
  }
}
