package dev.tandem.core.command;

/** What a QUERY command must carry; what it does is known on the floors above. */
public interface QueryPayload {}
