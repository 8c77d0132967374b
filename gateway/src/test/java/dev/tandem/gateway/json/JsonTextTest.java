package dev.tandem.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A value is whole and by itself, whatever the thread has written before it. */
class JsonTextTest {

  private static String text(JsonText.Writer fields) {
    return text(JsonText.object(fields));
  }

  private static String text(ByteBuf bytes) {
    try {
      return bytes.toString(StandardCharsets.UTF_8);
    } finally {
      assertThat(bytes.release()).isTrue();
    }
  }

  @Test
  void oneValueIsBehindTheOtherInBuffersOfTheirOwn() {
    ByteBuf first = JsonText.object(to -> to.writeNumberField("a", 1));
    ByteBuf second = JsonText.object(7, to -> to.writeNumberField("b", 2));
    assertThat(second.readerIndex()).isEqualTo(7);
    assertThat(text(first)).isEqualTo("{\"a\":1}");
    assertThat(text(second)).isEqualTo("{\"b\":2}");
    assertThat(text(to -> {})).isEqualTo("{}");
  }

  @Test
  void whatIsLongerThanTheGeneratorsBufferIsWhole() {
    String text = "ä".repeat(50_000);
    assertThat(text(to -> to.writeStringField("a", text))).isEqualTo("{\"a\":\"" + text + "\"}");
    assertThat(text(to -> to.writeStringField("a", "b"))).isEqualTo("{\"a\":\"b\"}");
  }

  @Test
  void aWriterThatFailsLeavesNothingBehind() {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  text(
                      to -> {
                        to.writeStringField("lost", "x");
                        to.writeObjectFieldStart("open");
                        throw new IOException("it fails");
                      }))
          .isInstanceOf(UncheckedIOException.class);
      assertThatThrownBy(
              () ->
                  text(
                      to -> {
                        to.writeFieldName("lost");
                        throw new IllegalStateException("it fails");
                      }))
          .isInstanceOf(IllegalStateException.class);
      assertThat(text(to -> to.writeNumberField("a", 1))).isEqualTo("{\"a\":1}");
    }
  }

  @Test
  void aValueMayBeWrittenWhileAnotherOneIs() {
    String[] inner = new String[1];
    String outer =
        text(
            to -> {
              to.writeNumberField("a", 1);
              inner[0] = text(within -> within.writeNumberField("b", 2));
              to.writeNumberField("c", 3);
            });
    assertThat(outer).isEqualTo("{\"a\":1,\"c\":3}");
    assertThat(inner[0]).isEqualTo("{\"b\":2}");
    assertThat(text(to -> to.writeNumberField("d", 4))).isEqualTo("{\"d\":4}");
  }
}
