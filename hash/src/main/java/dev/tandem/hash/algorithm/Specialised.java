package dev.tandem.hash.algorithm;

import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Loads a class once more for every kind of memory it works on.
 *
 * <p>The hash functions are written once against {@link Memory}. Were they loaded once, their loops
 * would collect the types of arrays, buffers and segments in one profile, and every read would
 * become a virtual call as soon as a program uses more than one kind. Each copy is a hidden class
 * with its memory as a constant, so the compiler sees plain loads.
 */
public final class Specialised {

  private Specialised() {}

  /**
   * A new instance of a fresh copy of a class.
   *
   * @param lookup of the package of the class, with full access
   * @param template has a constructor without parameters, and reads its constant by {@link
   *     #constant}; it is itself never initialised
   * @param constant what the copy works with
   */
  public static <T> T copy(
      MethodHandles.Lookup lookup, Class<? extends T> template, Class<T> type, Object constant) {
    try (InputStream in = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      if (in == null) {
        throw new IllegalStateException("the class file of " + template.getName() + " is missing");
      }
      MethodHandles.Lookup copy =
          lookup.defineHiddenClassWithClassData(in.readAllBytes(), constant, true);
      MethodHandle make =
          copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class));
      return type.cast(make.invoke());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("cannot specialise " + template.getName(), e);
    }
  }

  /** The constant of the calling copy; call it in the static initialiser. */
  public static <T> T constant(MethodHandles.Lookup lookup, Class<T> type) {
    try {
      T constant = MethodHandles.classData(lookup, ConstantDescs.DEFAULT_NAME, type);
      if (constant == null) {
        throw new IllegalStateException(lookup.lookupClass().getName() + " is only a template");
      }
      return constant;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
