#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem::tool {

/**
 * A JSON object that keeps the order of its fields, to be written on one line or indented as the
 * program in Java indents. For one thread.
 */
class JsonObject {
 public:
  JsonObject& put(std::string_view name, std::int64_t value);
  JsonObject& put(std::string_view name, bool value);
  JsonObject& put(std::string_view name, std::string_view value);
  /** Without this a text would be taken for a bool. */
  JsonObject& put(std::string_view name, const char* value) {
    return put(name, std::string_view(value));
  }
  JsonObject& put(std::string_view name, const std::vector<std::string>& texts);
  JsonObject& put(std::string_view name, std::vector<JsonObject> objects);
  JsonObject& put(std::string_view name, JsonObject object);
  /** What is not known. */
  JsonObject& putNull(std::string_view name);

  /** Over several lines, without an end of the last. */
  std::string indented(int depth = 0) const;
  /** On one line. */
  std::string compact() const;

 private:
  enum class Kind { VALUE, OBJECT, ARRAY };

  struct Field {
    std::string name;
    /** As it is written, of a field that has no objects. */
    std::string value;
    std::vector<JsonObject> objects;
    Kind kind;
  };

  std::vector<Field> fields_;
};

}  // namespace tandem::tool
