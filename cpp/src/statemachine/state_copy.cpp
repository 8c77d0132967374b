#include "tandem/statemachine/state_copy.hpp"

#include <algorithm>
#include <numeric>

namespace tandem::statemachine {

using state::TableKind;

void StateCopy::visit(const Admission& admission) {
  clientKeys_ = admission.clients().ids();
  currencies_ = admission.names().currencies();
  sums_.resize(clientKeys_.size());
  for (std::size_t i = 0; i < sums_.size(); i++) {
    sums_[i] = admission.sums(i);
  }
}

void StateCopy::visit(const matching::MatchingEngine& engine) {
  matching_[engine.shard()].take(engine);
}

void StateCopy::visit(const risk::RiskEngine& engine) { risk_[engine.shard()].take(engine); }

void StateCopy::visit(const Results& results) {
  const ClientCodes& codes = results.clients();
  clients_.resize(codes.size());
  for (std::size_t i = 0; i < clients_.size(); i++) {
    clients_[i].highest = codes.highest(i);
    const auto words = codes.codes(i);
    std::copy(words.begin(), words.end(), clients_[i].codes.begin());
  }
  results_ = results.save();
}

state::StateImage StateCopy::image() const {
  state::StateImage image(static_cast<u32>(risk_.size()), static_cast<u32>(matching_.size()));
  std::vector<std::size_t> order(clients_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [this](std::size_t a, std::size_t b) { return clientKeys_[a] < clientKeys_[b]; });
  state::Table& table = image.table(TableKind::kClients);
  for (const std::size_t i : order) {
    table.add({clientKeys_[i], clients_[i].highest});
    table.add(clients_[i].codes);
    table.add(sums_[i]);
  }
  matching::MatchingCopy::write(matching_, image);
  risk::RiskCopy::write(risk_, image);
  for (const auto& [currency, naming] : currencies_) {
    image.table(TableKind::kCurrencyNames).add({currency});
    image.table(TableKind::kCurrencyNames).add(naming.words());
  }
  image.table(TableKind::kResults).add(results_);
  return image;
}

}  // namespace tandem::statemachine
