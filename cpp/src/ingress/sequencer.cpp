#include "tandem/ingress/sequencer.hpp"

namespace tandem::ingress {

template class BasicSequencer<NoProbe>;

}  // namespace tandem::ingress
