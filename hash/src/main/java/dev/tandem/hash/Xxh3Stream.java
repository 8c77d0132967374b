package dev.tandem.hash;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Secret;
import dev.tandem.hash.algorithm.Xxh3State;

/** XXH3 of bytes that come in pieces; made by {@link Xxh3#stream}. */
public final class Xxh3Stream extends HashStream<Xxh3Stream> {

  private final Xxh3State state;
  private final Secret secret;

  Xxh3Stream(HashFunctionSet functions, Secret secret) {
    super(functions);
    this.secret = secret;
    this.state = new Xxh3State();
    state.reset(secret);
  }

  private Xxh3Stream(Xxh3Stream other) {
    super(other.functions);
    this.secret = other.secret;
    this.state = new Xxh3State(other.state);
  }

  @Override
  Xxh3Stream add(HashFunctions source, Object base, long offset, long length) {
    state.update(source, functions.array, base, offset, length);
    return this;
  }

  @Override
  public long digest() {
    return state.digest();
  }

  /** The 128-bit digest of all that was added since the last reset; more may be added. */
  public Digest128 digest128() {
    long[] into = new long[2];
    digest128(into);
    return new Digest128(into[1], into[0]);
  }

  /** The same without allocation: the low half in {@code into[0]}, the high in {@code into[1]}. */
  public void digest128(long[] into) {
    Ranges.checkResult(into);
    state.digestWide(into);
  }

  @Override
  public Xxh3Stream reset() {
    state.reset(secret);
    return this;
  }

  @Override
  public Xxh3Stream copy() {
    return new Xxh3Stream(this);
  }
}
