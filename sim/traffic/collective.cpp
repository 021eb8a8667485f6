#include "traffic/collective.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "traffic/responder_workload.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {
namespace {

using Block = std::uint32_t;  ///< An index of blocks.
using Blocks = std::vector<CollectiveBlock>;

/// Adds operations one after the other.
class Builder {
 public:
  explicit Builder(std::uint32_t terminals) : terminals_(terminals), received_(terminals) {}

  void add(const CollectiveSpec::Step& step) {
    switch (step.kind) {
      case CollectiveSpec::Kind::kRingAllReduce: ring(step.bytes); break;
      case CollectiveSpec::Kind::kTreeAllReduce: tree(step.bytes); break;
      case CollectiveSpec::Kind::kAllToAll: all_to_all(step.bytes); break;
      case CollectiveSpec::Kind::kBroadcast: broadcast(step.bytes); break;
      case CollectiveSpec::Kind::kBarrier: barrier(); break;
    }
    end_operation();
  }

  [[nodiscard]] Blocks take() { return std::move(blocks_); }

 private:
  /// A block that also waits for the operation before at its source.
  Block send(TerminalId source, TerminalId destination, std::uint32_t bytes,
             const std::vector<Block>& after) {
    const auto block = static_cast<Block>(blocks_.size());
    blocks_.push_back({source, destination, bytes});
    for (const Block earlier : after) depend(block, earlier);
    if (!before_.empty()) depend(block, before_[source]);
    received_[destination].push_back(block);
    return block;
  }

  void depend(Block block, Block earlier) {
    blocks_[earlier].allows.push_back(block);
    ++blocks_[block].waits_for;
  }

  /// What stands for all of these blocks at a terminal.
  Block join(TerminalId terminal, const std::vector<Block>& blocks) {
    const auto joined = static_cast<Block>(blocks_.size());
    blocks_.push_back({terminal});
    for (const Block block : blocks) depend(joined, block);
    return joined;
  }

  void end_operation() {
    std::vector<Block> ends;
    for (TerminalId terminal = 0; terminal < terminals_; ++terminal) {
      ends.push_back(join(terminal, received_[terminal]));
      if (!before_.empty()) depend(ends.back(), before_[terminal]);
      received_[terminal].clear();
    }
    before_ = std::move(ends);
  }

  /// Each block is cut into a part per terminal. Parts go around, reduced on the way; then the
  /// results go around.
  void ring(std::uint32_t bytes) {
    if (terminals_ < 2) return;
    // What a step waits for: the part that arrived last, and all before it.
    std::vector<std::vector<Block>> arrived(terminals_);
    for (std::uint32_t step = 0; step < 2 * (terminals_ - 1); ++step) {
      std::vector<std::vector<Block>> next(terminals_);
      for (TerminalId terminal = 0; terminal < terminals_; ++terminal) {
        const std::uint32_t part = (terminal + 2 * terminals_ - step) % terminals_;
        const std::uint32_t own = bytes / terminals_ + (part < bytes % terminals_ ? 1 : 0);
        const TerminalId to = (terminal + 1) % terminals_;
        next[to].push_back(send(terminal, to, own, arrived[terminal]));
      }
      for (TerminalId terminal = 0; terminal < terminals_; ++terminal) {
        if (!arrived[terminal].empty()) next[terminal].push_back(arrived[terminal].front());
        arrived[terminal] = {join(terminal, next[terminal])};
      }
    }
  }

  /// Terminal n's parent is (n - 1) / 2. Sums go up to terminal 0, and the result down.
  void tree(std::uint32_t bytes) {
    std::vector<std::vector<Block>> from_children(terminals_);
    for (TerminalId terminal = terminals_; terminal-- > 1;) {
      const TerminalId parent = (terminal - 1) / 2;
      from_children[parent].push_back(send(terminal, parent, bytes, from_children[terminal]));
    }
    std::vector<std::vector<Block>> result(terminals_);
    result[0] = from_children[0];
    for (TerminalId terminal = 1; terminal < terminals_; ++terminal)
      result[terminal] = {send((terminal - 1) / 2, terminal, bytes, result[(terminal - 1) / 2])};
  }

  /// To the nearest following terminal first.
  void all_to_all(std::uint32_t bytes) {
    for (std::uint32_t distance = 1; distance < terminals_; ++distance)
      for (TerminalId terminal = 0; terminal < terminals_; ++terminal)
        send(terminal, (terminal + distance) % terminals_, bytes, {});
  }

  /// In each round, all that have the block send it on.
  void broadcast(std::uint32_t bytes) {
    std::vector<std::vector<Block>> has(terminals_);
    for (std::uint64_t holders = 1; holders < terminals_; holders *= 2)
      for (TerminalId terminal = 0; terminal < holders && terminal + holders < terminals_;
           ++terminal) {
        const auto next = static_cast<TerminalId>(terminal + holders);
        has[next] = {send(terminal, next, bytes, has[terminal])};
      }
  }

  /// In round r, each terminal tells the one 2^r on what it has heard so far.
  void barrier() {
    std::vector<std::vector<Block>> heard(terminals_);
    for (std::uint64_t distance = 1; distance < terminals_; distance *= 2) {
      std::vector<std::vector<Block>> now(terminals_);
      for (TerminalId terminal = 0; terminal < terminals_; ++terminal) {
        const auto next = static_cast<TerminalId>((terminal + distance) % terminals_);
        now[next] = heard[next];
        now[next].push_back(send(terminal, next, 0, heard[terminal]));
      }
      heard = std::move(now);
    }
  }

  std::uint32_t terminals_;
  Blocks blocks_;
  std::vector<Block> before_;                 ///< By terminal: the end of its last operation.
  std::vector<std::vector<Block>> received_;  ///< By terminal, in this operation.
};

/// The lengths of a block's messages: full ones, and a last one.
std::vector<std::uint16_t> messages_of(std::uint32_t bytes, unsigned most) {
  std::vector<std::uint16_t> lengths;
  while (bytes > most) {
    lengths.push_back(static_cast<std::uint16_t>(most));
    bytes -= most;
  }
  lengths.push_back(static_cast<std::uint16_t>(bytes));
  return lengths;
}

class Collective final : public Responder {
 public:
  Collective(std::shared_ptr<const Blocks> blocks, unsigned message_bytes, const FlitFormat& format)
      : shared_(std::move(blocks)),
        blocks_(*shared_),
        message_bytes_(message_bytes),
        format_(format),
        missing_(blocks_.size()) {
    for (const CollectiveBlock& block : blocks_) waits_for_.push_back(block.waits_for);
  }

  void begin(std::vector<Answer>& answers) override {
    for (Block block = 0; block < blocks_.size(); ++block)
      if (blocks_[block].waits_for == 0) start(block, 0, answers);
  }

  void deliver(const MessageRecord& message, Cycle now, std::vector<Answer>& answers) override {
    const Block block = block_of_[message.answer];
    if (--missing_[block] == 0) finish(block, now + 1, answers);
  }

  double mean_flits() const override {
    return block_of_.empty() ? 0 : flits_ / static_cast<double>(block_of_.size());
  }
  double mean_bytes() const override {
    return block_of_.empty() ? 0 : bytes_ / static_cast<double>(block_of_.size());
  }

 private:
  void start(Block block, Cycle birth, std::vector<Answer>& answers) {
    const CollectiveBlock& own = blocks_[block];
    if (own.destination == kNoTerminal) return finish(block, birth, answers);
    for (const std::uint16_t bytes : messages_of(own.bytes, message_bytes_)) {
      answers.push_back({birth, own.source, own.destination,
                         static_cast<std::uint32_t>(block_of_.size()), bytes});
      block_of_.push_back(block);
      ++missing_[block];
      flits_ += message_flits(bytes, format_);
      bytes_ += bytes;
    }
  }

  void finish(Block block, Cycle birth, std::vector<Answer>& answers) {
    for (const Block next : blocks_[block].allows)
      if (--waits_for_[next] == 0) start(next, birth, answers);
  }

  std::shared_ptr<const Blocks> shared_;
  const Blocks& blocks_;
  unsigned message_bytes_;
  FlitFormat format_;
  std::vector<std::uint32_t> waits_for_;  ///< Blocks that have not arrived, by block.
  std::vector<std::uint32_t> missing_;    ///< Messages that have not arrived, by block.
  std::vector<Block> block_of_;           ///< By Answer::number.
  double flits_ = 0;
  double bytes_ = 0;
};

}  // namespace

Blocks collective_blocks(const CollectiveSpec& spec, std::uint32_t terminals) {
  Builder builder(terminals);
  for (const CollectiveSpec::Step& step : spec.steps) builder.add(step);
  return builder.take();
}

Workload make_collective(const NetworkConfig& config, const CollectiveSpec& spec,
                         unsigned message_bytes) {
  constexpr std::uint64_t kMostMessages = 50'000'000;
  if (trace_limits(config).client_server)
    throw UsageError("--collective in a client-server network; legal: any other network");
  if (message_bytes == 0)
    throw UsageError("--collective with messages without data; legal: --message-bytes from 1 on");
  const std::uint64_t terminals = config.terminals();
  std::uint64_t messages = 0;
  for (const CollectiveSpec::Step& step : spec.steps)
    messages += terminals * terminals * (step.bytes / message_bytes / 4 + 1);
  if (messages > kMostMessages)
    throw UsageError(
        fmt::format("--collective: about {} messages; legal: at most {}", messages, kMostMessages));
  const auto blocks = std::make_shared<const Blocks>(collective_blocks(spec, config.terminals()));
  return responder_workload(config, true, [blocks, message_bytes, format = flit_format(config)]() {
    return std::make_unique<Collective>(blocks, message_bytes, format);
  });
}

std::uint64_t collective_bound(const NetworkConfig& config, const CollectiveSpec& spec,
                               unsigned message_bytes) {
  std::vector<std::uint64_t> sent(config.terminals());
  std::vector<std::uint64_t> received(config.terminals());
  for (const CollectiveBlock& block : collective_blocks(spec, config.terminals())) {
    if (block.destination == kNoTerminal) continue;
    for (const std::uint16_t bytes : messages_of(block.bytes, message_bytes)) {
      const unsigned flits = message_flits(bytes, flit_format(config));
      sent[block.source] += flits;
      received[block.destination] += flits;
    }
  }
  return std::max(*std::max_element(sent.begin(), sent.end()),
                  *std::max_element(received.begin(), received.end()));
}

}  // namespace wayfarer
