package dev.tandem.jmh.exchange;

import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.harness.RequestLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The process of one of Tandem's {@link KernelEntrant}s: a {@link KernelSession}. */
public final class KernelProcess {

  private record Key(String name, long seed) {}

  private final KernelSession<KernelFlow> session;
  private final Map<Key, KernelSession.Flow<KernelFlow>> known = new HashMap<>();

  KernelProcess(KernelEntrant entrant, Path folder) {
    session = new KernelSession<>(paced -> entrant.start(folder), this::flow);
  }

  /** Its arguments are the entrant and a folder, for its log. */
  public static void main(String[] args) throws IOException {
    KernelProcess process =
        new KernelProcess(
            KernelEntrant.valueOf(args[0].toUpperCase(Locale.ROOT)), Path.of(args[1]));
    RequestLoop.run(process::answer, e -> new KernelSession.Failure(e.toString()));
  }

  /** Answers a request. */
  Object answer(String[] request) throws IOException {
    return session.answer(request);
  }

  private KernelSession.Flow<KernelFlow> flow(String name, long seed) {
    if (!known.containsKey(new Key(name, seed))) {
      // Two CPUs make both in less time than one of them; nothing is measured meanwhile.
      CompletableFuture<KernelSession.Flow<KernelFlow>> warmUp =
          CompletableFuture.supplyAsync(() -> make(name, KernelSession.WARM_UP_SEED));
      known.put(new Key(name, KernelSession.SEED), make(name, KernelSession.SEED));
      known.put(new Key(name, KernelSession.WARM_UP_SEED), warmUp.join());
    }
    return known.get(new Key(name, seed));
  }

  private static KernelSession.Flow<KernelFlow> make(String name, long seed) {
    KernelFlow flow = KernelFlows.valueOf(name).make(seed);
    return new KernelSession.Flow<>(
        flow,
        flow.size(),
        flow.population().trades(),
        flow.population().refusals(),
        FlowTrades.hash(flow),
        flow.population().toString());
  }
}
