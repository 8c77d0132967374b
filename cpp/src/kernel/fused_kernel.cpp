#include "tandem/kernel/fused_kernel.hpp"

#include "kernel_threads.hpp"
#include "tandem/statemachine/look_ahead.hpp"

namespace tandem::kernel {

namespace {

struct OnePassHandler {
  explicit OnePassHandler(statemachine::Stages& of)
      : stages(of), ahead(of.matching(0), of.riskShards() == 0 ? nullptr : &of.risk(0)) {}

  statemachine::Stages& stages;
  statemachine::LookAhead ahead;

  void startBatch() { stages.startBatch(); }
  void lookAhead(pipeline::RingBuffer<command::Command>& ring, i64 current, i64 available) {
    ahead.before(current, available,
                 [&](i64 at) -> const command::CommandRecord& { return ring[at]; });
  }
  void onEvent(command::Command& c, i64 sequence) {
    stages.group(c, sequence);
    stages.apply(c);
    stages.tell(c);
  }
};

/** All stages on one thread, behind the intake. */
class OnePassThread final : public Kernel::Threads {
 public:
  OnePassThread(const statemachine::StagesOptions& stages, const KernelOptions& options)
      : Threads(std::make_unique<statemachine::Stages>(stages.inOnePass()), options),
        pass_(ring_, afterPublishers(), poison_, OnePassHandler(stages_), options.stage) {
    endWith(pass_.sequence());
    start(pass_);
  }
  ~OnePassThread() override { stop(); }

 private:
  pipeline::StageProcessor<command::Command, OnePassHandler> pass_;
};

}  // namespace

FusedKernel::FusedKernel(statemachine::StagesOptions stages, const KernelOptions& options)
    : Kernel(std::make_unique<OnePassThread>(stages, untimed(options))) {}

}  // namespace tandem::kernel
