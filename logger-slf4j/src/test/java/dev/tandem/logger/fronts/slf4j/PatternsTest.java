package dev.tandem.logger.fronts.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.text.Patterns;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.MessageFormatter;

/** What a file's reader makes of pattern and arguments is what SLF4J would have made of them. */
class PatternsTest {
  @Property
  void formatsAsSlf4jDoes(@ForAll("patterns") String pattern, @ForAll("arguments") Object[] args) {
    assertThat(Patterns.format(pattern, args))
        .isEqualTo(MessageFormatter.arrayFormat(pattern, args, null).getMessage());
  }

  @Provide
  Arbitrary<String> patterns() {
    return Arbitraries.of("{}", "\\", "{", "}", "a", " ", "{}{}", "\\{}", "\\\\{}", "ü")
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<Object[]> arguments() {
    Arbitrary<Object> values =
        Arbitraries.of(
                1,
                -7L,
                (short) 3,
                (byte) 4,
                2.5,
                1e300,
                0.1f,
                true,
                'c',
                "text",
                "{}",
                new int[] {1, 2},
                new boolean[] {true},
                new Object[] {"a", null, new double[] {1.5}, new String[0]},
                new ArrayList<>(List.of(1, 2)))
            .map(value -> (Object) value)
            .injectNull(0.1);
    return values.list().ofMaxSize(4).map(List::toArray);
  }

  @Test
  void arrayThatContainsItselfEnds() {
    Object[] self = new Object[2];
    self[0] = self;
    self[1] = "x";
    assertThat(format("{}", new Object[] {self})).isEqualTo("[[...], x]");
    assertThat(MessageFormatter.format("{}", (Object) self).getMessage()).isEqualTo("[[...], x]");
  }

  private static String format(String pattern, Object... args) {
    return Patterns.format(pattern, args);
  }
}
