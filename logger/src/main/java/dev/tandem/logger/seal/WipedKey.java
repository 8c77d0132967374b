package dev.tandem.logger.seal;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import javax.crypto.SecretKey;

/**
 * A key whose bytes can be wiped, which the platform's own key class cannot do. Its bytes are not
 * given out.
 */
final class WipedKey implements SecretKey {
  private static final long serialVersionUID = 1L;

  private final String algorithm;
  private final transient byte[] bytes;
  private transient boolean destroyed;

  /** Takes the array over: it is wiped by {@link #destroy()}. */
  WipedKey(String algorithm, byte[] bytes) {
    this.algorithm = algorithm;
    this.bytes = bytes;
  }

  @Override
  public String getAlgorithm() {
    return algorithm;
  }

  @Override
  public String getFormat() {
    return "RAW";
  }

  /** A copy; the providers of the platform wipe it when they have read it. */
  @Override
  public byte[] getEncoded() {
    byte[] copy = bytes.clone();
    // Whoever has seen a wiped byte sees the mark that was set before.
    VarHandle.acquireFence();
    if (destroyed) {
      throw new IllegalStateException("this key was wiped");
    }
    return copy;
  }

  @Override
  public void destroy() {
    destroyed = true;
    VarHandle.releaseFence();
    Arrays.fill(bytes, (byte) 0);
  }

  @Override
  public boolean isDestroyed() {
    return destroyed;
  }

  @Override
  public String toString() {
    return "key";
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException("a key does not leave the process");
  }
}
