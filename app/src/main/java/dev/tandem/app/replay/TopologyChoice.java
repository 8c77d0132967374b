package dev.tandem.app.replay;

import dev.tandem.core.api.Topology;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a topology: {@code auto}, {@code fused}, {@code pipelined} or {@code pipelined:R,M}. */
public final class TopologyChoice implements ITypeConverter<Topology> {

  private static final Pattern SHARDS = Pattern.compile("pipelined:(\\d{1,3}),(\\d{1,3})");

  @Override
  public Topology convert(String text) {
    return switch (text) {
      case "auto" -> Topology.auto();
      case "fused" -> Topology.fused();
      case "pipelined" -> Topology.pipelined(1, 1);
      default -> sharded(text);
    };
  }

  private static Topology sharded(String text) {
    Matcher shards = SHARDS.matcher(text);
    if (shards.matches()) {
      try {
        return Topology.pipelined(
            Integer.parseInt(shards.group(1)), Integer.parseInt(shards.group(2)));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + text + "': " + e.getMessage());
      }
    }
    throw new TypeConversionException(
        "'" + text + "' is not a topology: expected auto, fused, pipelined or pipelined:R,M");
  }
}
