#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tandem::logger {

/**
 * The text of bytes. Those that are no UTF-8 become U+FFFD, in the groups in which the platform of
 * Java replaces them, so that both print the same of a damaged text.
 */
std::string utf8Of(std::span<const std::byte> bytes);

}  // namespace tandem::logger
