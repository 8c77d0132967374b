#pragma once

#include "tandem/event/event_record_listener.hpp"
#include "tandem/event/result_handler.hpp"

namespace tandem::journal {

/** Handler and listener of the log's commands while they are applied again; null for none. */
struct ReplayListeners {
  event::ResultHandler* results = nullptr;
  event::EventRecordListener* events = nullptr;
};

}  // namespace tandem::journal
