/**
 * {@code tandem cluster}: runs, queries and stops nodes of a cluster, and shows what a cluster does
 * when its leader is killed.
 *
 * <p>Uses {@code help} and {@code output}, and of other modules {@code cluster}.
 */
package dev.tandem.app.cluster;
