#include "json_object.hpp"

#include <cstdio>

namespace tandem::tool {
namespace {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char each : text) {
    switch (each) {
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      case '\b':
        result += "\\b";
        break;
      case '\f':
        result += "\\f";
        break;
      default:
        if (static_cast<unsigned char>(each) < 0x20) {
          char code[8];
          std::snprintf(code, sizeof code, "\\u%04X", static_cast<unsigned>(each));
          result += code;
        } else {
          result += each;
        }
    }
  }
  return result.append("\"");
}

}  // namespace

JsonObject& JsonObject::put(std::string_view name, std::int64_t value) {
  fields_.push_back({std::string(name), std::to_string(value), {}, Kind::VALUE});
  return *this;
}

JsonObject& JsonObject::put(std::string_view name, bool value) {
  fields_.push_back({std::string(name), value ? "true" : "false", {}, Kind::VALUE});
  return *this;
}

JsonObject& JsonObject::put(std::string_view name, std::string_view value) {
  fields_.push_back({std::string(name), json_string(value), {}, Kind::VALUE});
  return *this;
}

JsonObject& JsonObject::put(std::string_view name, const std::vector<std::string>& texts) {
  std::string value = "[ ";
  for (const std::string& text : texts) {
    value += (value.size() == 2 ? "" : ", ") + json_string(text);
  }
  fields_.push_back({std::string(name), value + (texts.empty() ? "]" : " ]"), {}, Kind::VALUE});
  return *this;
}

JsonObject& JsonObject::put(std::string_view name, std::vector<JsonObject> objects) {
  fields_.push_back({std::string(name), "", std::move(objects), Kind::ARRAY});
  return *this;
}

JsonObject& JsonObject::put(std::string_view name, JsonObject object) {
  fields_.push_back({std::string(name), "", {std::move(object)}, Kind::OBJECT});
  return *this;
}

JsonObject& JsonObject::putNull(std::string_view name) {
  fields_.push_back({std::string(name), "null", {}, Kind::VALUE});
  return *this;
}

std::string JsonObject::indented(int depth) const {
  if (fields_.empty()) {
    return "{ }";
  }
  const std::string margin(static_cast<std::size_t>(2 * depth), ' ');
  std::string text = "{";
  const char* before = "\n";
  for (const Field& field : fields_) {
    text.append(before).append(margin).append("  ").append(json_string(field.name)).append(" : ");
    before = ",\n";
    if (field.kind == Kind::VALUE) {
      text += field.value;
      continue;
    }
    if (field.kind == Kind::OBJECT) {
      text += field.objects.front().indented(depth + 1);
      continue;
    }
    text += "[ ";
    const char* between = "";
    for (const JsonObject& object : field.objects) {
      text.append(between).append(object.indented(depth + 1));
      between = ", ";
    }
    text += field.objects.empty() ? "]" : " ]";
  }
  return text.append("\n").append(margin).append("}");
}

std::string JsonObject::compact() const {
  std::string text = "{";
  const char* before = "";
  for (const Field& field : fields_) {
    text.append(before).append(json_string(field.name)).append(":");
    before = ",";
    if (field.kind == Kind::VALUE) {
      text += field.value;
      continue;
    }
    if (field.kind == Kind::OBJECT) {
      text += field.objects.front().compact();
      continue;
    }
    text += "[";
    const char* between = "";
    for (const JsonObject& object : field.objects) {
      text.append(between).append(object.compact());
      between = ",";
    }
    text += "]";
  }
  return text.append("}");
}

}  // namespace tandem::tool
