/**
 * What runs the comparisons with peers: a process for each system, used in turn, and a watch for
 * what disturbs the machine meanwhile. {@code report} shows what they find.
 *
 * <p>{@code src/main/java17} has the classes of this package and of {@code exchange} that also run
 * in the process of a peer on Java 17.
 *
 * <p>Uses no other room, and of other modules {@code doctor}, {@code flow} and {@code hash}.
 */
package dev.tandem.jmh.harness;
