/** A market that is generated, for who wants to see one. */
package dev.tandem.gateway.demo;
