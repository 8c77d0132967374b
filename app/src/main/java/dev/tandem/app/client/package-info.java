/** The commands of {@code tandem client}. */
package dev.tandem.app.client;
