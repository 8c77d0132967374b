package dev.tandem.hash;

/** The ways in which digests are computed; all give the same. */
public enum Implementation {
  /** Java alone. Always there. */
  JAVA,

  /**
   * Java, with the loop of XXH3 in the Vector API. There where the module {@code
   * jdk.incubator.vector} is resolved ({@code --add-modules jdk.incubator.vector}).
   */
  VECTOR,

  /**
   * The native library through the Foreign Function and Memory API: inputs on the heap are not
   * copied, short ones are hashed in Java.
   */
  PANAMA,

  /**
   * The native library through JNI. For comparison: every call goes to native code, except for
   * memory that JNI cannot keep alive during the call, which is hashed in Java.
   */
  JNI
}
