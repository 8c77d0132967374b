/**
 * {@code tandem replay}, {@code generate} and {@code demo}: drive an exchange with a flow, check
 * what comes of it, and print or write it.
 *
 * <p>Uses {@code help} and {@code output}, and of other modules {@code core}, {@code flow} and
 * {@code wal}.
 */
package dev.tandem.app.replay;
