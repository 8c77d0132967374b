package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order form: each type and time in force that the exchange has, with the fields it needs. */
@Timeout(300)
@Tag("thorough")
class PageFormTest extends OnThePage {

  private static final int WIDE = 1_400;
  private static final int PHONE = 390;
  private static final int PHONE_HEIGHT = 844;

  private static final String SAID = "document.getElementById('said').textContent";

  private void choose(String field, String value) throws IOException, InterruptedException {
    page.script(
        "const s = document.getElementById('%s'); s.value = '%s'; s.dispatchEvent(new Event('change'))"
            .formatted(field, value));
    assertThat(page.text("document.getElementById('" + field + "').value")).isEqualTo(value);
  }

  private void fill(String field, String value) throws IOException, InterruptedException {
    page.script(
        "const f = document.getElementById('%s'); f.value = '%s'; f.dispatchEvent(new Event('input'))"
            .formatted(field, value));
  }

  private boolean isShown(String field) throws IOException, InterruptedException {
    return page.script("return document.getElementById('" + field + "').offsetParent !== null")
        .asBoolean();
  }

  private String[] offered(String field) throws IOException, InterruptedException {
    String options = "[...document.getElementById('" + field + "').options].map(o => o.value)";
    return page.text(options + ".join(' ')").split(" ", -1);
  }

  /** Presses Buy, and returns what came of it. */
  private String buy() throws IOException, InterruptedException {
    page.script("say(''); document.getElementById('buy').click()");
    page.await(SAID + " !== ''");
    return page.text(SAID);
  }

  @Test
  void eachTypeAndTimeInForceIsPlacedByTheForm() throws Exception {
    quiet(
        (client, server) -> {
          // The last trade is at 1,000: what is bought far from it rests, sleeps or is cancelled.
          rest(client, 11, Side.SELL, 1_000, 1);
          assertThat(
                  client
                      .place(TRADER, QUIET, 12, Side.BUY, TimeInForce.IOC, 1_000, 1)
                      .join()
                      .filled())
              .isEqualTo(1);
          String[] types = offered("type");
          assertThat(types).contains("LIMIT", "STOP", "TAKE_PROFIT_LIMIT");
          for (String type : types) {
            choose("type", type);
            for (String time : offered("time")) {
              choose("time", time);
              each(type, time);
            }
          }
          moneyIsSpentInPlaceOfLots(client);
          instructionsAreOfTheOrder();
          ownOrdersAreTheExchanges(client, server);
          itFitsEveryScreen();
        });
  }

  private void each(String type, String time) throws IOException, InterruptedException {
    boolean isProfit = type.startsWith("TAKE_PROFIT");
    boolean trails = type.equals("TRAILING_STOP");
    boolean sleeps = isProfit || trails || type.startsWith("STOP");
    assertThat(isShown("trigger")).as(type).isEqualTo(sleeps && !trails);
    assertThat(isShown("trailing")).as(type).isEqualTo(trails);
    assertThat(isShown("expires")).as(time).isEqualTo(time.equals("GTD"));
    fill("price", "900");
    fill("lots", "1");
    fill("trailing", "100");
    fill("trigger", isProfit ? "800" : "1100");
    fill("expires", "2100-01-02T03:04:05");
    // One that is for an auction is refused while there is none.
    assertThat(buy())
        .as(type + " " + time)
        .matches(
            time.contains("AUCTION")
                ? "refused: .*auction"
                : sleeps ? "buy order .* sleep until .*" : "buy order .* 0 filled, .*");
  }

  private void moneyIsSpentInPlaceOfLots(TandemClient client)
      throws IOException, InterruptedException {
    choose("type", "MARKET");
    assertThat(page.text("document.getElementById('price').value")).isEmpty();
    assertThat(isShown("lots")).isTrue();
    fill("budget", "25");
    assertThat(isShown("lots")).isFalse();
    rest(client, 13, Side.SELL, 1_000, 3);
    assertThat(buy()).contains(": 2 filled,");
    fill("budget", "");
    assertThat(isShown("lots")).isTrue();
    assertThat(client.cancel(1, QUIET, 13).join().isAccepted()).isTrue();
  }

  private void instructionsAreOfTheOrder() throws IOException, InterruptedException {
    choose("type", "LIMIT");
    choose("time", "GTC");
    page.script("document.querySelector('#entry details').open = true");
    choose("postOnly", "SLIDE");
    fill("price", "901");
    assertThat(buy()).contains(" 1 rest,");
    page.await(OWN + ".includes('limit, post only')");
    choose("postOnly", "");
    choose("selfTrade", "DECREMENT");
    fill("price", "902");
    assertThat(buy()).contains(" 1 rest,");
    page.await(OWN + ".includes('limit, self-trades decrement')");
    fill("least", "2");
    assertThat(buy()).contains("least quantity");
    fill("least", "");
    fill("display", "1");
    fill("lots", "2");
    assertThat(buy()).contains(" 2 rest,");
    page.await(OWN + ".includes('shows 1')");
    fill("display", "");
    fill("lots", "1");
    choose("selfTrade", "NONE");
  }

  /** As reports told of them, also of stops that are triggered, and as the page loads them anew. */
  private void ownOrdersAreTheExchanges(TandemClient client, ServeProcess server)
      throws IOException, InterruptedException {
    int before = theyAreTheExchanges(server);
    rest(client, 14, Side.SELL, 1_100, 1);
    client.place(TRADER, QUIET, 15, Side.BUY, TimeInForce.IOC, 1_100, 1).join();
    assertThat(theyAreTheExchanges(server)).isBetween(10, before - 1);
    page.script("own.clear(); touch('own'); socket.close()");
    theyAreTheExchanges(server);
  }

  private int theyAreTheExchanges(ServeProcess server) throws IOException, InterruptedException {
    JsonNode orders =
        new ObjectMapper().readTree(server.get("/v1/users/1/orders").body()).path("orders");
    page.await("document.querySelectorAll('#own .cancel').length === " + orders.size());
    String[] shown = page.text(OWN).split("\n", -1);
    for (JsonNode order : orders) {
      String text = order.path("type").asText().toLowerCase(Locale.ROOT).replace('_', ' ');
      String until = order.has("triggerPrice") ? " at " + whole(order, "triggerPrice") : "";
      String trigger = order.has("trailing") ? " by " + whole(order, "trailing") : until;
      String id = whole(order, "order").replace(",", "");
      assertThat(shown)
          .as(order.toString())
          .anyMatch(row -> row.contains(id) && row.contains("\t" + text + trigger));
    }
    return orders.size();
  }

  private static String whole(JsonNode of, String field) {
    return "%,d".formatted(of.path(field).asLong());
  }

  private void itFitsEveryScreen() throws IOException, InterruptedException {
    choose("type", "STOP_LIMIT");
    choose("time", "GTD");
    page.resize(WIDE, 900, 1, false);
    page.picture("form-wide");
    page.prefer("dark");
    page.picture("form-dark");
    page.prefer("light");
    page.resize(PHONE, PHONE_HEIGHT, 2, true);
    page.picture("form-phone");
    assertThat(page.script("return document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(PHONE);
    String list = "document.getElementById('ownRows')";
    assertThat(page.script("return %s.scrollWidth - %s.clientWidth".formatted(list, list)).asInt())
        .as("how much of the list of orders is cut off")
        .isZero();
    // The form is on the first screen.
    page.script("document.querySelector('#entry details').open = false; scrollTo(0, 0)");
    assertThat(
            page.script("return document.getElementById('buy').getBoundingClientRect().bottom")
                .asInt())
        .isLessThan(PHONE_HEIGHT);
    page.picture("form-phone-first");
  }
}
