/**
 * What users get and how they build it: the bill of materials, the distribution, the modules on a
 * module path, the installed twin in C++, the build with and without a compiler, the example of the
 * README, how long its lines are, and whether the page on a command names what there is.
 *
 * <p>Uses {@code dev.tandem.it}, and of other modules {@code core}.
 */
package dev.tandem.it.packaging;
