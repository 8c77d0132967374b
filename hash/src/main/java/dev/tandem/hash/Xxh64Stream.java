package dev.tandem.hash;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Xxh64State;

/** XXH64 of bytes that come in pieces; made by {@link Xxh64#stream}. */
public final class Xxh64Stream extends HashStream<Xxh64Stream> {

  private final Xxh64State state;
  private final long seed;

  Xxh64Stream(HashFunctionSet functions, long seed) {
    super(functions);
    this.seed = seed;
    this.state = new Xxh64State();
    state.reset(seed);
  }

  private Xxh64Stream(Xxh64Stream other) {
    super(other.functions);
    this.seed = other.seed;
    this.state = new Xxh64State(other.state);
  }

  @Override
  Xxh64Stream add(HashFunctions source, Object base, long offset, long length) {
    state.update(source, base, offset, length);
    return this;
  }

  @Override
  public long digest() {
    return state.digest();
  }

  @Override
  public Xxh64Stream reset() {
    state.reset(seed);
    return this;
  }

  @Override
  public Xxh64Stream copy() {
    return new Xxh64Stream(this);
  }
}
