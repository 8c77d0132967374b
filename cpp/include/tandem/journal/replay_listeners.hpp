#pragma once

#include "tandem/event/event_record_listener.hpp"
#include "tandem/event/result_handler.hpp"

namespace tandem::journal {

/** Who is told what the log's commands come to while they are applied again; null: nobody. */
struct ReplayListeners {
  event::ResultHandler* results = nullptr;
  event::EventRecordListener* events = nullptr;
};

}  // namespace tandem::journal
