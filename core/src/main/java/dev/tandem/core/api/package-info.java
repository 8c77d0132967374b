/**
 * The values of the API, not its way in, which is {@code dev.tandem.core.Exchange}. They are what
 * an exchange is given and what it hands out: settings ({@link dev.tandem.core.api.Topology},
 * {@link dev.tandem.core.api.Ingress}, {@link dev.tandem.core.api.JournalOptions}), what it shows
 * of itself ({@link dev.tandem.core.api.UserState}, {@link dev.tandem.core.api.BookView}, reports),
 * and the exception of its log.
 *
 * <p>They are below all other rooms, because stages and threads take and make them. The way in is
 * {@code dev.tandem.core}; rooms that are not of the API are not exported.
 *
 * <p>Uses no other room, and of other modules {@code wal}.
 */
package dev.tandem.core.api;
