#pragma once

#include <string>

#include "tandem/command/integers.hpp"

namespace tandem::tool {

/** The name of a command's type, as in the program in Java; of another byte UNKNOWN(it). */
std::string typeName(u8 code);

}  // namespace tandem::tool
