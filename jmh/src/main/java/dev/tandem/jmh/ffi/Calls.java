package dev.tandem.jmh.ffi;

/**
 * The same functions of the library in C++, called in one way. For one thread.
 *
 * <p>Each way by Panama is a class of its own: the compiler knows a handle, and calls through it
 * directly, only where it is in a static field.
 */
interface Calls {

  /** A call that does nothing; the version of the interface. */
  int empty();

  /** XXH3 of the whole input. */
  long xxh3();

  /**
   * Submits commands in one call, whose codes go to the same places.
   *
   * @param from the first of them
   * @return 0 if the call went well, whatever the codes are
   */
  int submit(int from, int count);

  /** What the calls are on. */
  CallData data();
}
