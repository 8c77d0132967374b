package dev.tandem.flow.model;

import dev.tandem.core.command.ResultCode;
import java.util.List;

/**
 * What a command is answered.
 *
 * @param firstCode of a repeated command: what the first one was answered; otherwise PENDING
 * @param events its event records, eight words each
 */
public record Answer(ResultCode code, ResultCode firstCode, List<long[]> events) {

  boolean isOk() {
    return code == ResultCode.OK;
  }
}
