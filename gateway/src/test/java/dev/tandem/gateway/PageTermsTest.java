package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.command.CommandRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page's form offers what the exchange has, all of it. */
@Timeout(300)
class PageTermsTest {

  /** What the page itself knows or gives, and a field that has one value. */
  private static final Set<String> NOT_TYPED =
      Set.of("user", "symbol", "order", "side", "sequence", "session", "trigger");

  @TempDir private Path directory;

  private String page() throws Exception {
    try (Gateway gateway =
        Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build())) {
      return new Client(gateway, null).get("/").text();
    }
  }

  private static List<String> names(JsonNode array, String field) {
    return array
        .valueStream()
        .map(each -> field == null ? each.asText() : each.path(field).asText())
        .toList();
  }

  private static List<String> names(Enum<?>[] values) {
    return Stream.of(values).map(Enum::name).toList();
  }

  @Test
  void itsListsAreTheExchanges() throws Exception {
    Matcher found = Pattern.compile("const TERMS = (\\{.*});").matcher(page());
    assertThat(found.find()).isTrue();
    JsonNode terms = Client.JSON.readTree(found.group(1));
    assertThat(names(terms.path("types"), "name")).isEqualTo(names(OrderType.values()));
    assertThat(names(terms.path("times"), "name")).isEqualTo(names(TimeInForce.values()));
    assertThat(names(terms.path("postOnly"), null)).isEqualTo(names(PostOnly.values()));
    assertThat(names(terms.path("selfTrade"), null)).isEqualTo(names(SelfTrade.values()));
    for (JsonNode type : terms.path("types")) {
      OrderType of = OrderType.valueOf(type.path("name").asText());
      boolean trails = of == OrderType.TRAILING_STOP;
      assertThat(type.path("trigger").asBoolean()).isEqualTo(of.hasTrigger() && !trails);
      assertThat(type.path("trailing").asBoolean()).isEqualTo(trails);
      assertThat(type.path("price").asBoolean()).isNotEqualTo(of.mayLackPrice());
      assertThat(type.path("times").size()).isPositive();
    }
  }

  @Test
  void itHasAFieldForEachOfAnOrder() throws Exception {
    Set<String> typed = new TreeSet<>(CommandRequest.PLACE.fields());
    typed.removeAll(NOT_TYPED);
    Set<String> named = new TreeSet<>();
    Matcher name =
        Pattern.compile(" name=\"([a-zA-Z]+)\"").matcher(page().split("<form id=\"entry\"", 2)[1]);
    while (name.find()) {
      named.add(name.group(1));
    }
    assertThat(named).isEqualTo(typed);
  }
}
