#include "tandem/hash/xxh64_records.hpp"

#include "xxh64_math.hpp"

namespace tandem::hash {

Xxh64Records::Xxh64Records(u64 seed) : seed_(seed) { xxh64::start(lanes_.data(), seed); }

void Xxh64Records::update(const Record& record) {
  for (std::size_t i = 0; i < lanes_.size(); i++) {
    lanes_[i] = xxh64::round(xxh64::round(lanes_[i], record[i]), record[i + 4]);
  }
  records_++;
}

u64 Xxh64Records::digest() const {
  const u64 h = records_ == 0 ? seed_ + xxh64::kP5 : xxh64::merge(lanes_.data());
  return xxh64::avalanche(h + records_ * sizeof(Record));
}

Xxh64Records::State Xxh64Records::save() const {
  return {records_, lanes_[0], lanes_[1], lanes_[2], lanes_[3]};
}

void Xxh64Records::restore(const State& state) {
  records_ = state[0];
  lanes_ = {state[1], state[2], state[3], state[4]};
}

}  // namespace tandem::hash
