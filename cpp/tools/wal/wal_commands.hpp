#pragma once

#include "arguments.hpp"

namespace tandem::tool {

/** tandem-cpp wal verify: checks every record. Returns the exit code. */
int verify(const Arguments& arguments);

/** tandem-cpp wal dump: prints the records, one a line. Returns the exit code. */
int dump(const Arguments& arguments);

/** tandem-cpp wal repair, or wal recover: does what every opening for writing does. Returns the
 * exit code. */
int repair(const Arguments& arguments);

}  // namespace tandem::tool
