/**
 * What users get and how they build it: the bill of materials, the distribution, the modules on a
 * module path, the installed twin in C++, the build with and without a compiler, the example of the
 * README, and how long its lines are.
 *
 * <p>Uses {@code dev.tandem.it}.
 */
package dev.tandem.it.packaging;
