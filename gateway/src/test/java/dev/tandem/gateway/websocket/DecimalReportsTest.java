package dev.tandem.gateway.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.command.Units;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A report in decimals has all that it has in numbers. */
class DecimalReportsTest {

  private static String inDecimals(String report) {
    ByteBuf bytes = Unpooled.copiedBuffer(report.replace('\'', '"'), StandardCharsets.UTF_8);
    ByteBuf written = DecimalReports.of(bytes, symbol -> new Units("S" + symbol, 2, 1, 3));
    try {
      assertThat(bytes.isReadable()).isTrue();
      return written.toString(StandardCharsets.UTF_8).replace('"', '\'');
    } finally {
      written.release();
      bytes.release();
    }
  }

  @Test
  void onlyPricesQuantitiesAmountsAndTheSymbolChange() {
    assertThat(
            inDecimals(
                "{'t':'report','user':7,'seq':5,'command':'PLACE','side':'BUY','type':'STOP',"
                    + "'triggerPrice':1,'trailing':250,'minQuantity':20,'budget':-5,"
                    + "'code':'OK','event':9,'time':3,'symbol':4,'order':-2,'price':10025,'filled':0,'open':5,"
                    + "'released':11,'prevented':1,'asleep':true,"
                    + "'trades':[{'id':1,'price':9223372036854775807,'quantity':3}]}"))
        .isEqualTo(
            "{'t':'report','user':7,'seq':5,'command':'PLACE','side':'BUY','type':'STOP',"
                + "'triggerPrice':'0.01','trailing':'2.50','minQuantity':'2.0','budget':'-0.005',"
                + "'code':'OK','event':9,'time':3,'symbol':'S4','order':-2,'price':'100.25',"
                + "'filled':'0.0','open':'0.5','released':'1.1','prevented':'0.1','asleep':true,"
                + "'trades':[{'id':1,'price':'92233720368547758.07','quantity':'0.3'}]}");
  }

  @Test
  void whatNamesNoSymbolStaysAsItIs() {
    String report = "{'t':'report','user':7,'seq':5,'price':3,'trades':[]}";
    assertThat(inDecimals(report)).isEqualTo(report);
    assertThat(inDecimals("{}")).isEqualTo("{}");
  }
}
