// Properties of networks with AXI4 ports that are not those of one cycle: latency without other
// traffic, what order costs, and that requests and replies need networks of their own.
// tests/rtl compares the models with the hardware.
#include <algorithm>
#include <array>
#include <deque>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch.hpp>

#include "axi4/network.hpp"
#include "core/error.hpp"
#include "family/mway/axi4.hpp"
#include "family/mway/config.hpp"
#include "family/wormhole/axi4.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"
#include "geometry/grid.hpp"

using namespace wayfarer;

namespace {

constexpr unsigned kTerminals = 16;

NetworkConfig wormhole_mesh() {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kMesh, {4, 4}, 1};
  config.flit_bits = 128;
  WormholeConfig& router = wormhole_of(config);
  router.routing = WormholeRoutingKind::kDimensionOrder;
  router.phases = router.injection_ports = router.ejection_ports = 1;
  router.vc_classes = needed_vc_classes(config);
  return config;
}

NetworkConfig mway_mesh() {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, {4, 4}, 1};
  mway_of(config).classes = {};
  validate(config);
  return config;
}

Axi4Config ports_of(unsigned threads, unsigned outstanding) {
  Axi4Config axi4;
  axi4.beats = 4;
  axi4.threads = threads;
  axi4.outstanding = outstanding;
  axi4.terminals = kTerminals;
  for (TerminalId t = 0; t < kTerminals; ++t)
    axi4.map.push_back({std::uint64_t{t} << 16, ~0xffffull, t});
  return axi4;
}

const std::vector<Axi4Network::Ports> kBoth(kTerminals);

/// A memory that answers `latency` cycles after a burst has come. `single`: it takes no request
/// while it has one to answer.
class Memory {
 public:
  Memory(unsigned latency, bool single) : latency_(latency), single_(single) {}

  Axi4Subordinate drive() {
    const bool busy = single_ && (!reads_.empty() || !writes_.empty());
    Axi4Subordinate port;
    port.ar_ready = port.aw_ready = !busy;
    port.w_ready = true;
    if (!reads_.empty() && reads_.front().due <= cycle_)
      port.r = Axi4Read{0, 0, kAxiOkay, reads_.front().left == 0};
    if (!writes_.empty() && writes_.front() <= cycle_) port.b = Axi4Write{};
    return driven_ = port;
  }

  void clock(const Axi4Manager& port) {
    if (port.ar && driven_.ar_ready) reads_.push_back({cycle_ + latency_, port.ar->length});
    if (port.w && port.w->last) writes_.push_back(cycle_ + latency_);
    if (driven_.r && port.r_ready && reads_.front().left-- == 0) reads_.pop_front();
    if (driven_.b && port.b_ready) writes_.pop_front();
    ++cycle_;
  }

 private:
  struct Read {
    unsigned due;
    unsigned left;
  };

  const unsigned latency_;
  const bool single_;
  unsigned cycle_ = 0;
  Axi4Subordinate driven_;
  std::deque<Read> reads_;
  std::deque<unsigned> writes_;
};

/// What all managers do.
struct Work {
  bool writes = false;      ///< Not only reads.
  bool one_memory = false;  ///< A manager has one memory, else all.
};

/// A manager that always has a burst of four beats.
class Manager {
 public:
  Manager(unsigned number, const Work& work)
      : random_(number + 1), work_(work), memory_((number + 5) % kTerminals) {}

  Axi4Manager drive() {
    if (!driven_.ar) driven_.ar = draw();
    if (work_.writes && !driven_.aw && beat_ == 0) {
      driven_.aw = draw();
      beat_ = 4;
    }
    driven_.w.reset();
    if (beat_ != 0) driven_.w = Axi4Beat{0, 15, beat_ == 1};
    driven_.b_ready = driven_.r_ready = true;
    return driven_;
  }

  void clock(const Axi4Subordinate& port) {
    if (port.ar_ready) driven_.ar.reset();
    if (port.aw_ready) driven_.aw.reset();
    if (port.w_ready && beat_ != 0) --beat_;
    beats_ += port.r.has_value();
  }

  [[nodiscard]] unsigned beats() const { return beats_; }

 private:
  std::uint32_t next() { return random_ = random_ * 1664525u + 1013904223u; }

  Axi4Address draw() {
    Axi4Address burst;
    burst.id = next() >> 28;
    burst.address = std::uint64_t{work_.one_memory ? memory_ : next() >> 28} << 16;
    burst.length = 3;
    burst.size = 2;
    return burst;
  }

  std::uint32_t random_;
  const Work work_;
  const unsigned memory_;
  Axi4Manager driven_;
  unsigned beat_ = 0;  // beats of the write that are left
  unsigned beats_ = 0;
};

/// Beats of R, of all managers, in each of these spans of cycles.
std::vector<unsigned> beats_of(Axi4Network& network, const Work& work, bool single,
                               const std::vector<unsigned>& spans) {
  std::vector<Manager> managers;
  std::vector<Memory> memories;
  for (unsigned t = 0; t < kTerminals; ++t) {
    managers.emplace_back(t, work);
    memories.emplace_back(8, single);
  }
  network.reset();
  std::vector<unsigned> beats;
  for (const unsigned span : spans) {
    unsigned before = 0, after = 0;
    for (const Manager& manager : managers) before += manager.beats();
    for (unsigned cycle = 0; cycle < span; ++cycle) {
      std::vector<Axi4Subordinate> to_managers;
      std::vector<Axi4Manager> to_memories;
      for (TerminalId t = 0; t < kTerminals; ++t) {
        to_managers.push_back(network.to_manager(t));
        to_memories.push_back(network.to_subordinate(t));
        network.set_manager(t, managers[t].drive());
        network.set_subordinate(t, memories[t].drive());
      }
      network.step();
      for (TerminalId t = 0; t < kTerminals; ++t) {
        managers[t].clock(to_managers[t]);
        memories[t].clock(to_memories[t]);
      }
    }
    for (const Manager& manager : managers) after += manager.beats();
    beats.push_back(after - before);
  }
  return beats;
}

/// One network for two classes of messages: a bit of each word says whose it is. Messages of both
/// take turns at an entry, and leave an exit in the order in which they come.
class SharedNetwork {
  static constexpr StreamData kBit = StreamData{1} << 127;

  struct Terminal {
    std::array<std::optional<StreamWord>, 2> offered, word;
    std::array<bool, 2> ready{};
    unsigned turn = 0;
    bool open = false;  // in the middle of a message
    StreamWord shown;
  };

 public:
  explicit SharedNetwork(std::unique_ptr<StreamNetwork> network)
      : network_(std::move(network)), terminals_(network_->terminals()) {}

  class Class final : public StreamNetwork {
   public:
    Class(std::shared_ptr<SharedNetwork> shared, unsigned number)
        : shared_(std::move(shared)), number_(number) {}

    [[nodiscard]] std::size_t terminals() const override { return shared_->terminals_.size(); }
    void reset() override {
      shared_->network_->reset();
      for (Terminal& terminal : shared_->terminals_) terminal = {};
    }
    [[nodiscard]] bool ready(TerminalId t) const override { return !at(t).word[number_]; }
    [[nodiscard]] std::uint8_t drop(TerminalId t) const override {
      return shared_->network_->drop(t);
    }
    [[nodiscard]] const StreamWord* output(TerminalId t) const override {
      const StreamWord* word = shared_->network_->output(t);
      if (word == nullptr || (word->data & kBit) != (number_ == 0 ? 0 : kBit)) return nullptr;
      at(t).shown = *word;
      at(t).shown.data &= ~kBit;
      return &at(t).shown;
    }
    void offer(TerminalId t, const StreamWord& word) override {
      if (!at(t).word[number_]) at(t).offered[number_] = word;
    }
    void set_ready(TerminalId t, bool ready) override { at(t).ready[number_] = ready; }
    void step() override {
      if (number_ == 1) shared_->step();
    }
    [[nodiscard]] bool idle() const override { return false; }

   private:
    [[nodiscard]] Terminal& at(TerminalId t) const { return shared_->terminals_[t]; }

    const std::shared_ptr<SharedNetwork> shared_;
    const unsigned number_;
  };

 private:
  void step() {
    for (TerminalId t = 0; t < terminals_.size(); ++t) {
      Terminal& terminal = terminals_[t];
      if (!terminal.open && !terminal.word[terminal.turn]) terminal.turn ^= 1;
      std::optional<StreamWord>& word = terminal.word[terminal.turn];
      if (word) {
        StreamWord marked = *word;
        if (terminal.turn == 1) marked.data |= kBit;
        network_->offer(t, marked);
        if (network_->ready(t)) {
          terminal.open = !word->last;
          word.reset();
          if (!terminal.open) terminal.turn ^= 1;
        }
      }
      const StreamWord* out = network_->output(t);
      network_->set_ready(t, out != nullptr && terminal.ready[(out->data & kBit) != 0 ? 1 : 0]);
      for (unsigned number = 0; number < 2; ++number) {
        if (terminal.offered[number]) terminal.word[number] = terminal.offered[number];
        terminal.offered[number].reset();
      }
    }
    network_->step();
  }

  std::unique_ptr<StreamNetwork> network_;
  mutable std::vector<Terminal> terminals_;
};

void require_in_page(const std::string& text) {
  std::ifstream page(WAYFARER_SOURCE_DIR "/docs/axi4.md");
  std::stringstream all;
  all << page.rdbuf();
  INFO("docs/axi4.md must hold this:\n" << text);
  CHECK(all.str().find(text) != std::string::npos);
}

}  // namespace

TEST_CASE("an address channel splits bursts and refuses what no port can answer", "[axi4]") {
  Axi4Config config = ports_of(4, 4);
  Axi4AddressChannel channel(config);
  Axi4Address burst;
  burst.address = 0x1'0016;  // in the middle of a beat
  burst.length = 9;
  burst.size = 2;
  channel.step(burst, false);
  // 4, 4 and 2 beats, from the second on at a multiple of their size.
  for (const auto& [address, length] :
       {std::pair{0x1'0016u, 3u}, std::pair{0x1'0024u, 3u}, std::pair{0x1'0034u, 1u}}) {
    REQUIRE(channel.valid());
    CHECK(channel.destination() == 1);
    CHECK(channel.message().address == address);
    CHECK(channel.message().length == length);
    CHECK(channel.final() == (length == 1));
    channel.step({}, true);
  }
  CHECK(channel.ready());

  const auto refuses = [&](const Axi4Address& offered) {
    channel.reset();
    channel.step(offered, false);
    return channel.refused() && channel.final() && channel.message().length == offered.length;
  };
  CHECK_FALSE(refuses(burst));
  Axi4Address outside = burst, fixed = burst, wide = burst;
  outside.address = std::uint64_t{kTerminals} << 16;
  fixed.burst = kAxiIncr + 1;
  wide.size = 3;
  for (const Axi4Address& each : {outside, fixed, wide}) CHECK(refuses(each));
  fixed.length = 0;  // one beat has no order
  CHECK_FALSE(refuses(fixed));
}

TEST_CASE("ports of illegal widths and regions are refused", "[axi4]") {
  Axi4Config config;
  config.map = default_axi4_map();
  CHECK_NOTHROW(check_axi4(config));
  Axi4Config odd = config, threads = config, target = config, base = config, small = config;
  odd.data_bits = 24;
  threads.threads = 3;
  target.map[1].target = config.terminals;
  base.map[1].base |= 1;
  small.map[1].mask |= 1;
  for (const Axi4Config& each : {odd, threads, target, base, small})
    CHECK_THROWS_AS(check_axi4(each), UsageError);
}

TEST_CASE("the page has what order costs", "[axi4]") {
  const auto share = [](const std::unique_ptr<Axi4Network>& network, bool one_memory) {
    const unsigned beats = beats_of(*network, {false, one_memory}, false, {500, 3000}).back();
    return beats / (3000.0 * kTerminals);
  };
  std::string table =
      "| `Threads` | `Outstanding` | all memories: wormhole | m-way | one memory: wormhole | m-way |\n"
      "|--:|--:|--:|--:|--:|--:|\n";
  for (const unsigned threads : {1u, 2u, 4u, 8u, 16u}) {
    for (const unsigned outstanding : {1u, 4u}) {
      const Axi4Config axi4 = ports_of(threads, outstanding);
      std::vector<std::string> cells;
      for (const bool one_memory : {false, true}) {
        cells.push_back(fmt::format(
            "{:.3f}", share(make_wormhole_axi4(wormhole_mesh(), axi4, kBoth), one_memory)));
        cells.push_back(
            outstanding == 1
                ? fmt::format("{:.3f}", share(make_mway_axi4(mway_mesh(), axi4, kBoth), one_memory))
                : "as with 1");
      }
      table += fmt::format("| {} | {} | {} |\n", threads, outstanding, fmt::join(cells, " | "));
    }
  }
  require_in_page(table);
}

// docs/axi4.md: from the cycle in which AR is taken to the one with R, both counted.
TEST_CASE("a lone read takes the closed form's time", "[axi4]") {
  const NetworkConfig config = wormhole_mesh();
  const Grid grid(config.topology, HalfWay::kStraight);
  for (TerminalId to = 0; to < kTerminals; ++to) {
    const auto network = make_wormhole_axi4(config, ports_of(1, 1), kBoth);
    network->reset();
    Memory memory(1, false);
    Axi4Manager manager;
    manager.r_ready = true;
    manager.ar = Axi4Address{0, std::uint64_t{to} << 16, 0, 2};
    for (unsigned cycle = 0; cycle < 3; ++cycle) network->step();  // TREADY rises
    unsigned cycles = 1;
    for (; !network->to_manager(5).r; ++cycles) {
      REQUIRE(cycles < 200);
      network->set_manager(5, manager);
      const Axi4Manager to_memory = network->to_subordinate(to);
      network->set_subordinate(to, memory.drive());
      network->step();
      memory.clock(to_memory);
      manager.ar.reset();
    }
    CHECK(cycles == 2 * grid.distance(5, to) + 22);
  }
}

TEST_CASE("requests and replies on one network stop for good, on two they do not", "[axi4]") {
  const Axi4Config axi4 = ports_of(16, 1);
  const std::vector<unsigned> spans = {5000, 5000, 5000};
  const NetworkConfig config = wormhole_mesh();
  const auto two = make_wormhole_axi4(config, axi4, kBoth);
  for (const unsigned beats : beats_of(*two, {true, false}, true, spans)) CHECK(beats > 5000);

  const auto shared = std::make_shared<SharedNetwork>(make_wormhole_streams(config, {5, 5}));
  Axi4Network one(std::make_unique<SharedNetwork::Class>(shared, 0),
                  std::make_unique<SharedNetwork::Class>(shared, 1), axi4, kBoth);
  CHECK(beats_of(one, {true, false}, true, spans).back() == 0);
}
