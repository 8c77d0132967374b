package dev.tandem.client.wire;

/**
 * Whose the connection is, as {@link Logon} says it; but the secret of the key is not in it. The
 * signature is HMAC-SHA-256, under the SHA-256 of the secret's text, over these lines, with no
 * newline behind the last:
 *
 * <pre>
 *   BINARY LOGON
 *   key
 *   session
 *   options
 *   heartbeatMillis
 *   time
 *   nonce, as 32 digits of base 16, a to f small
 * </pre>
 */
public final class SignedLogon extends Message<SignedLogon> {

  public static final int ID = 9;

  public static final int BLOCK = 96;

  /** Characters of a key's name, at most. */
  public static final int KEY_BYTES = 32;

  /** Bytes of a nonce. */
  public static final int NONCE_BYTES = 16;

  /** Bytes of a signature. */
  public static final int SIGNATURE_BYTES = 32;

  /** The first line of what is signed; nothing else that a key signs begins so. */
  public static final String PURPOSE = "BINARY LOGON";

  private static final int KEY = 0;
  private static final int TIME = 32;
  private static final int NONCE = 40;
  private static final int SIGNATURE = 56;
  private static final int SESSION = 88;
  private static final int OPTIONS = 90;
  private static final int HEARTBEAT_MILLIS = 92;

  public SignedLogon() {
    super(ID, BLOCK);
  }

  /** The key's name. */
  public String key() {
    return text(KEY, KEY_BYTES);
  }

  /**
   * Sets it; at most {@value #KEY_BYTES} characters of ISO 8859-1, none of them 0.
   *
   * @throws IllegalArgumentException if it has others or more
   */
  public SignedLogon key(String name) {
    putText(KEY, KEY_BYTES, name);
    return this;
  }

  /** Of the client's clock, in milliseconds since 1970. */
  public long time() {
    return int64(TIME);
  }

  public SignedLogon time(long value) {
    putInt64(TIME, value);
    return this;
  }

  /** A copy of {@value #NONCE_BYTES} random bytes, which the key uses once. */
  public byte[] nonce() {
    return bytes(NONCE, NONCE_BYTES);
  }

  /**
   * Sets it.
   *
   * @throws IllegalArgumentException if it has not {@value #NONCE_BYTES} bytes
   */
  public SignedLogon nonce(byte[] value) {
    putBytes(NONCE, NONCE_BYTES, value);
    return this;
  }

  /** A copy of the signature, {@value #SIGNATURE_BYTES} bytes. */
  public byte[] signature() {
    return bytes(SIGNATURE, SIGNATURE_BYTES);
  }

  /**
   * Sets it.
   *
   * @throws IllegalArgumentException if it has not {@value #SIGNATURE_BYTES} bytes
   */
  public SignedLogon signature(byte[] value) {
    putBytes(SIGNATURE, SIGNATURE_BYTES, value);
    return this;
  }

  /** 0 to 255: which of the key's sessions counts the sequences. */
  public int session() {
    return uint16(SESSION);
  }

  public SignedLogon session(int value) {
    putUint16(SESSION, value);
    return this;
  }

  /** 1: cancel the session's orders when the connection ends without a logout. */
  public int options() {
    return uint8(OPTIONS);
  }

  public SignedLogon options(int value) {
    putUint8(OPTIONS, value);
    return this;
  }

  /** The client sends something at least so often: 100 to 60,000. */
  public long heartbeatMillis() {
    return uint32(HEARTBEAT_MILLIS);
  }

  public SignedLogon heartbeatMillis(long value) {
    putUint32(HEARTBEAT_MILLIS, value);
    return this;
  }
}
