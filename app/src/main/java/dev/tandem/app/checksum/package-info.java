/** Sums of files, as xxHash's own program writes and checks them. */
package dev.tandem.app.checksum;
