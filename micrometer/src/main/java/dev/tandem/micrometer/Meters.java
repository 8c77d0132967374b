package dev.tandem.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Registers meters that read one figure of a record of figures.
 *
 * @param <S> what is measured, which is held weakly
 * @param <F> its figures
 */
record Meters<S, F>(
    MeterRegistry registry, String prefix, Iterable<Tag> tags, S source, Function<S, F> figures) {

  void counter(String name, String unit, String description, ToDoubleFunction<F> figure) {
    FunctionCounter.builder(prefix + name, source, of(figure))
        .baseUnit(unit)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  void gauge(String name, String unit, String description, ToDoubleFunction<F> figure) {
    Gauge.builder(prefix + name, source, of(figure))
        .baseUnit(unit)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  ToDoubleFunction<S> of(ToDoubleFunction<F> figure) {
    Function<S, F> asked = figures;
    return measured -> figure.applyAsDouble(asked.apply(measured));
  }
}
