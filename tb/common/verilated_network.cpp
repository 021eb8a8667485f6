#include "common/verilated_network.hpp"

#include <dlfcn.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "common/verilated_abi.h"
#include "core/error.hpp"
#include "core/files.hpp"

namespace wayfarer {
namespace {

class VerilatedNetwork final : public Network, public RegisterPort {
 public:
  VerilatedNetwork(const std::string& library, const std::string& name, unsigned seed,
                   WaveScopes scopes)
      : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL), &dlclose),
        scopes_(std::move(scopes)) {
    if (!library_) throw UsageError(fmt::format("cannot load {}: {}", library, dlerror()));
    const auto entry = reinterpret_cast<decltype(&wayfarer_verilated_network)>(
        dlsym(library_.get(), "wayfarer_verilated_network"));
    if (entry == nullptr || entry()->version != WAYFARER_VERILATED_ABI_VERSION) {
      throw UsageError(fmt::format("{} is not a verilated network of this version", library));
    }
    table_ = entry();
    network_ = {table_->create(), table_->destroy};
    if (table_->seed != nullptr) table_->seed(network_.get(), seed);
    const wayfarer_shape& shape = table_->shape;
    shape_.name = name;
    shape_.terminals = shape.terminals;
    shape_.channels = shape.channels;
    shape_.injection_ports = shape.injection_ports;
    shape_.parallel_ports = shape.parallel_ports != 0;
    shape_.drivers_per_channel = shape.drivers_per_channel;
    shape_.flit_bytes = shape.flit_bytes;
    shape_.buffers_per_driver = shape.buffers_per_driver;
    shape_.header_id_mask = shape.header_id_mask;
    shape_.channel_id_mask = shape.channel_id_mask;
    shape_.least_data_flits = shape.least_data_flits;
    shape_.segment_flits = shape.segment_flits;
    drivers_.assign(shape.channels, 0);
    read_ready();
  }

  const NetworkShape& shape() const override { return shape_; }

  ~VerilatedNetwork() override {
    try {
      stop_waves();
    } catch (const UsageError&) {
      // The run has failed already, and says why.
    }
  }
  VerilatedNetwork(const VerilatedNetwork&) = delete;
  VerilatedNetwork& operator=(const VerilatedNetwork&) = delete;

  void reset() override {
    stop_waves();
    table_->reset(network_.get());
    deliveries_.clear();
    transfers_.clear();
    errors_.clear();
    drivers_.assign(shape_.channels, 0);
    read_ready();
  }

  const std::vector<PortMask>& injection_ready() const override { return ready_; }

  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    const wayfarer_offer offer = {
        terminal,          injection_port, static_cast<std::uint32_t>(flit.tag),
        flit.index,        flit.message,   flit.destination,
        flit.length_bytes, flit.number};
    table_->offer(network_.get(), &offer);
  }

  void stall_ejection(TerminalId terminal, bool stalled) override {
    table_->stall(network_.get(), terminal, stalled ? 1 : 0);
  }

  void step() override {
    wayfarer_step result{};
    table_->step(network_.get(), &result);
    if (result.failure != nullptr) throw CheckFailed(fmt::format("RTL: {}", result.failure));
    read(result);
    read_ready();
  }

  const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  const std::vector<Transfer>& transfers() const override { return transfers_; }
  const std::vector<std::uint8_t>& drivers() const override { return drivers_; }
  const std::vector<ErrorEvent>& errors() const override { return errors_; }

  bool trace_to(const std::string& path, const std::vector<unsigned>& nodes = {}) override {
    if (table_->shape.has_waves == 0) return false;
    stop_waves();
    if (path.empty()) return true;
    const std::vector<std::string> names = scopes_of(nodes);
    std::vector<wayfarer_scope> scopes;
    for (const std::string& name : names) scopes.push_back({name.c_str(), 99});
    // Its own signals, those of its generate blocks, and the ports of what is in these.
    if (!scopes.empty()) scopes.front().levels = 2;
    waves_path_ = path;
    waves_.emplace(path);
    if (table_->trace_to(network_.get(), waves_->name().c_str(), scopes.data(), scopes.size()) == 0)
      refuse_waves(errno);
    return true;
  }

  bool write(std::uint32_t at, std::uint32_t address, std::uint32_t value) override {
    const bool done = table_->write_register != nullptr &&
                      table_->write_register(network_.get(), at, address, value) != 0;
    read_ready();
    return done;
  }

  bool read(std::uint32_t at, std::uint32_t address, std::uint32_t& value) const override {
    return table_->read_register != nullptr &&
           table_->read_register(network_.get(), at, address, &value) != 0;
  }

 private:
  /// The file gets its name when the library has closed it and all was written.
  void stop_waves() {
    if (!waves_) return;
    if (table_->trace_to(network_.get(), nullptr, nullptr, 0) == 0) refuse_waves(errno);
    waves_->commit();
    waves_.reset();
  }

  [[noreturn]] void refuse_waves(int reason) {
    waves_.reset();
    throw UsageError(fmt::format(
        "{}: waves cannot be written{}{}; legal: a path with room and permission, and room in {}",
        waves_path_, reason == 0 ? "" : ": ", reason == 0 ? "" : std::strerror(reason), P_tmpdir));
  }

  /// The network's scope, and those of the nodes' insides; none: everything.
  [[nodiscard]] std::vector<std::string> scopes_of(const std::vector<unsigned>& nodes) const {
    if (nodes.empty()) return {};
    std::vector<std::string> names = {"TOP." + scopes_.top};
    for (const unsigned node : nodes)
      for (const std::string& inside : scopes_.insides)
        names.push_back(names.front() + "." + fmt::format(fmt::runtime(inside), node));
    return names;
  }

  void read_ready() {
    const std::uint16_t* ready = table_->ready(network_.get());
    ready_.assign(ready, ready + shape_.terminals);
  }

  void read(const wayfarer_step& result) {
    deliveries_.clear();
    for (std::size_t i = 0; i < result.delivery_count; ++i) {
      const wayfarer_delivery& d = result.deliveries[i];
      deliveries_.push_back({d.terminal, static_cast<std::uint8_t>(d.driver),
                             static_cast<std::uint8_t>(d.buffer), static_cast<Tag>(d.tag),
                             d.intact != 0, static_cast<std::uint16_t>(d.index), d.message,
                             static_cast<std::uint16_t>(d.place), d.first != 0, d.last != 0});
    }
    transfers_.clear();
    for (std::size_t i = 0; i < result.transfer_count; ++i) {
      const wayfarer_transfer& t = result.transfers[i];
      transfers_.push_back({t.channel, static_cast<std::uint8_t>(t.driver),
                            static_cast<std::uint8_t>(t.buffer), static_cast<Tag>(t.tag),
                            t.acknowledged != 0, t.message, static_cast<std::uint16_t>(t.packet)});
    }
    errors_.clear();
    for (std::size_t i = 0; i < result.error_count; ++i) {
      errors_.push_back(
          {result.errors[i].terminal, static_cast<std::uint8_t>(result.errors[i].causes)});
    }
    drivers_.assign(result.drivers, result.drivers + shape_.channels);
  }

  // The library outlives the network that it made.
  std::unique_ptr<void, int (*)(void*)> library_;
  WaveScopes scopes_;
  const wayfarer_verilated* table_ = nullptr;
  std::unique_ptr<void, void (*)(void*)> network_{nullptr, nullptr};
  std::optional<PendingFile> waves_;  ///< Being written.
  std::string waves_path_;
  NetworkShape shape_;
  std::vector<PortMask> ready_;
  std::vector<Delivery> deliveries_;
  std::vector<Transfer> transfers_;
  std::vector<std::uint8_t> drivers_;
  std::vector<ErrorEvent> errors_;
};

}  // namespace

std::unique_ptr<Network> load_verilated_network(const std::string& library, const std::string& name,
                                                unsigned seed, const WaveScopes& scopes) {
  return std::make_unique<VerilatedNetwork>(library, name, seed, scopes);
}

}  // namespace wayfarer
