/** The reports that this project began from, done again, each beside what it claimed. */
package dev.tandem.jmh.originals;
