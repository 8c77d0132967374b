package dev.tandem.app.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Json;
import dev.tandem.logger.LogDamage;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.SegmentProof;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tandem log verify}. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Reads every record and checks what can be checked.",
      "With a key it says of each segment what its seal proves: complete, recovered (the rest was"
          + " sealed after a crash), unfinished (no sealed end), plain or damaged. No seal shows"
          + " that the newest segments of a run, its oldest, or all of it were removed.",
      "Exits with 1 if there is damage or a hole that is not allowed for, a segment is missing"
          + " between others, the key is wrong, or with a key anything is not proven."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private LogInput input;

  @Option(
      names = "--allow-plain",
      description = "With a key: plain segments may be among the sealed ones.")
  private boolean allowPlain;

  @Option(
      names = "--allow-unfinished",
      description =
          "With a key: segments may be recovered or unfinished, as after a crash, and in these"
              + " records may be claimed and never committed: those of calls that the crash cut"
              + " off.")
  private boolean allowUnfinished;

  @Option(names = "--json", description = "Prints a JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    return input.read(
        err,
        reader -> {
          long dropped = 0;
          long own = 0;
          for (LogRecord record = reader.next(); record != null; record = reader.next()) {
            if (record.dropped() != null) {
              own++;
              dropped += record.dropped().stream().mapToLong(Long::longValue).sum();
            }
          }
          boolean wrong = LogInput.reportDamage(reader, err) && !isOfACrash(reader);
          boolean proven = !input.hasKeys() || reader.proofs().stream().allMatch(this::suffices);
          if (json) {
            Json.print(out, json(reader, wrong, proven, own, dropped));
            return wrong || !proven ? ExitCode.MISMATCH : ExitCode.OK;
          }
          out.println(
              ("%s: %d records in %d segments, %d holes, %d damaged places, %d dropped by the"
                      + " writer, %d abandoned by failed calls")
                  .formatted(
                      wrong ? "NOT SOUND" : proven ? "sound" : "NOT PROVEN",
                      reader.records() - own,
                      reader.files(),
                      reader.holes(),
                      reader.damage().size(),
                      dropped,
                      reader.abandoned()));
          if (input.hasKeys()) {
            reader.proofs().forEach(proof -> out.println(text(proof)));
          }
          return wrong || !proven ? ExitCode.MISMATCH : ExitCode.OK;
        });
  }

  private ObjectNode json(LogReader reader, boolean wrong, boolean proven, long own, long dropped) {
    ObjectNode object = Json.object();
    object.put("sound", !wrong);
    object.put("proven", input.hasKeys() ? (Boolean) proven : null);
    object.put("records", reader.records() - own);
    object.put("segments", reader.files());
    object.put("holes", reader.holes());
    object.put("holesExact", reader.holesExact());
    object.put("dropped", dropped);
    object.put("abandoned", reader.abandoned());
    ArrayNode damage = object.putArray("damage");
    for (LogDamage one : reader.damage()) {
      damage
          .addObject()
          .put("file", one.file().toString())
          .put("offset", one.offset())
          .put("bytes", one.bytes())
          .put("what", one.what());
    }
    if (input.hasKeys()) {
      ArrayNode proofs = object.putArray("proofs");
      for (SegmentProof proof : reader.proofs()) {
        proofs
            .addObject()
            .put("file", proof.file().toString())
            .put("state", proof.state().name())
            .put("records", proof.records())
            .put("what", proof.what());
      }
    }
    return object;
  }

  /**
   * Whether all that is wrong are calls that a crash has cut off, where such is allowed: records
   * claimed and never committed, in segments without a sealed end.
   */
  private boolean isOfACrash(LogReader reader) {
    if (!allowUnfinished || !input.hasKeys() || !reader.damage().isEmpty()) {
      return false;
    }
    Set<Path> cutOff = new HashSet<>();
    for (SegmentProof proof : reader.proofs()) {
      if (proof.state() == SegmentProof.State.UNFINISHED
          || proof.state() == SegmentProof.State.RECOVERED) {
        cutOff.add(proof.file());
      }
    }
    return !cutOff.isEmpty() && reader.gaps().stream().allMatch(gap -> cutOff.contains(gap.file()));
  }

  private boolean suffices(SegmentProof proof) {
    return switch (proof.state()) {
      case COMPLETE -> true;
      case RECOVERED, UNFINISHED -> allowUnfinished;
      case PLAIN -> allowPlain;
      case DAMAGED -> false;
    };
  }

  private static String text(SegmentProof proof) {
    return "%-10s %s: %d records, %s"
        .formatted(
            proof.state().name().toLowerCase(Locale.ROOT),
            proof.file(),
            proof.records(),
            proof.what());
  }
}
