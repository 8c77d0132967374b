package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of the page share: a gateway, a browser, and hands. */
abstract class OnThePage {

  /** The newest trades as they are shown. */
  static final String LAST_TRADE =
      "document.querySelector('#trades tbody').innerText.replace(/\\s+/g, ' ')";

  static final String OWN = "document.querySelector('#own tbody').innerText";

  @TempDir Path directory;
  Browser page;

  /** What is to be tried on the page. */
  @FunctionalInterface
  interface Visit {
    void of(ServeProcess server) throws Exception;
  }

  /** Opens the page of a generated market, waits until it shows something, and tries that. */
  final void visit(int rate, Visit visit) throws Exception {
    assumeTrue(Files.isExecutable(Browser.DRIVER), "SKIPPED: no chromedriver");
    try (ServeProcess server = new ServeProcess(directory, null, "--demo", "--demo-rate=" + rate);
        Browser browser = new Browser()) {
      page = browser;
      page.open(server.address() + "/");
      page.await("document.getElementById('state').textContent === 'up'");
      page.await("document.querySelectorAll('#bids tr').length >= 5");
      page.await("document.querySelectorAll('#asks tr').length >= 5");
      page.await("document.querySelectorAll('#trades tbody tr').length >= 3");
      page.await("document.getElementById('p99').textContent !== '–'");
      visit.of(server);
      assertThat(page.console()).isEqualTo("[]");
    }
  }

  final void order(String price, String side) throws IOException, InterruptedException {
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
