#include "tandem/hash/hashing.hpp"

#include <string>

#include "function_set.hpp"

namespace tandem::hash {

std::string_view implementation() { return active->name; }

std::vector<std::string_view> implementations() {
  std::vector<std::string_view> names;
  for (const FunctionSet* functions : usable()) {
    names.emplace_back(functions->name);
  }
  return names;
}

bool useImplementation(std::string_view name) { return select(std::string(name).c_str()); }

}  // namespace tandem::hash
