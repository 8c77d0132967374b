package dev.tandem.app.client;

import dev.tandem.app.output.ExitCode;
import dev.tandem.client.Answer;
import dev.tandem.client.ClientException;
import dev.tandem.client.Execution;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Code;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which order a command is about, where it is sent, and how its answer is printed. */
final class OrderOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private SymbolOption names;

  @Parameters(index = "0", paramLabel = "USER", description = "The user.")
  private long user;

  @Parameters(
      index = "1",
      paramLabel = "SYMBOL",
      description =
          "The symbol. By its number, prices are in ticks and quantities in lots; by its name, both"
              + " are decimals.")
  private String symbol;

  @Parameters(index = "2", paramLabel = "ORDER", description = "The id of the order.")
  private long order;

  @Option(
      names = "--gateway",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:8481",
      description = "The binary protocol's address. Default: ${DEFAULT-VALUE}.")
  private String address;

  @Option(
      names = "--session",
      paramLabel = "N",
      defaultValue = "255",
      description = "The session of the key, 0 to 255. Default: ${DEFAULT-VALUE}.")
  private int session;

  long user() {
    return user;
  }

  SymbolOption symbol() {
    return names.of(symbol);
  }

  long order() {
    return order;
  }

  /** Sends one command, prints what became of it and returns the exit code. */
  int send(Function<TandemClient, CompletableFuture<Answer>> command) throws IOException {
    int colon = address.lastIndexOf(':');
    TandemClient.Builder builder;
    try {
      builder =
          names
              .gateway()
              .client(
                  address.substring(0, Math.max(0, colon)),
                  Integer.parseInt(address.substring(colon + 1)))
              .session(session);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--gateway or --session: " + e.getMessage(), e);
    }
    SSLContext security = names.gateway().security();
    if (security != null) {
      builder.tls(security);
    }
    try (TandemClient client = builder.connect()) {
      Answer answer = command.apply(client).join();
      print(answer, spec.commandLine().getOut());
      return answer.isAccepted() ? ExitCode.OK : ExitCode.MISMATCH;
    } catch (ClientException e) {
      String hint = names.gateway().hint(e.code().name());
      throw hint.isEmpty() ? e : new IOException(e.getMessage() + "; " + hint, e);
    }
  }

  private void print(Answer answer, PrintWriter out) {
    if (!answer.isAccepted()) {
      String code =
          answer.code() == Code.OTHER ? "code " + answer.codeNumber() : answer.code().name();
      out.printf(Locale.ROOT, "refused: %s%n", code);
      return;
    }
    out.printf(
        Locale.ROOT,
        "accepted: order %d at %s, filled %s, open %s, released %s%n",
        answer.order(),
        names.priceText(answer.price()),
        names.quantityText(answer.filled()),
        names.quantityText(answer.open()),
        names.quantityText(answer.released()));
    for (Execution fill : answer.fills()) {
      out.printf(
          Locale.ROOT,
          "trade %d: %s at %s%n",
          fill.trade(),
          names.quantityText(fill.quantity()),
          names.priceText(fill.price()));
    }
  }
}
