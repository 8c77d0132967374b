package dev.tandem.jmh.ffi;

/** Ways from Java to C++. */
public enum CallWay {
  /** Panama, memory outside the heap. */
  PANAMA,
  /** The same, critical. */
  PANAMA_CRITICAL,
  /** The same, critical, with arrays. */
  PANAMA_HEAP,
  /** JNI, addresses outside the heap as numbers. */
  JNI,
  /** JNI, arrays that are pinned. */
  JNI_ARRAY;

  /** Whether it takes arrays. */
  boolean takesArrays() {
    return this == PANAMA_HEAP || this == JNI_ARRAY;
  }

  /** Calls in this way; what they are on is in the memory that it takes. */
  Calls on(CallData data) {
    return switch (this) {
      case PANAMA -> new PanamaPlainCalls(data);
      case PANAMA_CRITICAL -> new PanamaCriticalCalls(data);
      case PANAMA_HEAP -> new PanamaHeapCalls(data);
      case JNI -> new JniCalls(data);
      case JNI_ARRAY -> new JniArrayCalls(data);
    };
  }
}
