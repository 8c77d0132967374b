/**
 * {@code tandem cluster}: runs, queries and stops nodes of a cluster, and shows what a cluster does
 * when its leader is killed.
 *
 * <p>Uses {@code help}, {@code output} and {@code serve}, and of other modules {@code cluster} and
 * {@code gateway}.
 */
package dev.tandem.app.cluster;
