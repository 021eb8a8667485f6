// Netrace's files: births after the packets that are waited for, whole runs, and damaged files.
#include "traffic/netrace.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <bzlib.h>
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/random.hpp"
#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"
#include "traffic/netrace_file.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

constexpr std::uint8_t kReadRequest = 1;
constexpr std::uint8_t kReadResponse = 2;
constexpr std::uint8_t kNoMessage = 0;

template <typename T>
void put(std::string& file, T value) {
  for (unsigned byte = 0; byte < sizeof value; ++byte)
    file += static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * byte & 0xff);
}

/// A file as Netrace writes it: a header of 72 bytes, notes, two regions, packets.
std::string file_of(unsigned nodes, const std::vector<NetracePacket>& packets) {
  const std::string notes("made for a test\0", 16);
  std::string file;
  put<std::uint32_t>(file, 0x484a5455);
  put<std::uint32_t>(file, 0x3f800000);  // 1.0
  file += std::string(30, 'b');
  put<std::uint8_t>(file, static_cast<std::uint8_t>(nodes));
  put<std::uint8_t>(file, 0);
  put<std::uint64_t>(file, packets.empty() ? 0 : packets.back().cycle);
  put<std::uint64_t>(file, packets.size());
  put<std::uint32_t>(file, static_cast<std::uint32_t>(notes.size()));
  put<std::uint32_t>(file, 2);
  file += std::string(8, '\0') + notes + std::string(2 * 24, '\7');
  for (const NetracePacket& packet : packets) {
    put<std::uint64_t>(file, packet.cycle);
    put<std::uint32_t>(file, packet.id);
    put<std::uint32_t>(file, 0xabcd);
    put<std::uint8_t>(file, packet.type);
    put<std::uint8_t>(file, static_cast<std::uint8_t>(packet.source));
    put<std::uint8_t>(file, static_cast<std::uint8_t>(packet.destination));
    put<std::uint8_t>(file, 0);
    put<std::uint8_t>(file, static_cast<std::uint8_t>(packet.dependents.size()));
    for (const std::uint32_t dependent : packet.dependents) put<std::uint32_t>(file, dependent);
  }
  return file;
}

std::string packed(std::string file) {
  std::string result(file.size() + file.size() / 50 + 700, '\0');
  auto size = static_cast<unsigned>(result.size());
  REQUIRE(BZ2_bzBuffToBuffCompress(result.data(), &size, file.data(),
                                   static_cast<unsigned>(file.size()), 9, 0, 0) == BZ_OK);
  result.resize(size);
  return result;
}

std::string saved(const std::string& file) {
  const std::string path = "test_netrace.tra";
  write_output(path, file);
  return path;
}

NetworkConfig mesh(std::vector<unsigned> extents) {
  NetworkConfig config = mway_config();
  config.topology.extents = std::move(extents);
  validate(config);
  return config;
}

/// Packets of which each pair of nodes has at most one, so that an answer tells its packet; some
/// are to their own node, some are no messages. A packet waits for earlier ones only.
std::vector<NetracePacket> random_packets(std::uint64_t seed, unsigned count, unsigned nodes) {
  Random random(seed, 0, Purpose::kTest, 0);
  std::vector<NetracePacket> packets(count);
  Cycle cycle = 0;
  for (unsigned i = 0; i < count; ++i) {
    NetracePacket& packet = packets[i];
    cycle += random.below(4) != 0 ? random.below(30) : 0;
    if (random.below(100) == 0) cycle += 300'000;  // further than is read ahead
    packet.cycle = cycle;
    packet.id = 1000 + i;
    packet.type = random.below(8) == 0   ? kNoMessage
                  : random.below(2) == 0 ? kReadRequest
                                         : kReadResponse;
    packet.source = i % nodes;
    packet.destination = (i + i / nodes) % nodes;  // the first ones: to their own node
    for (unsigned waits = random.below(3); waits > 0 && i > 0; --waits) {
      std::vector<std::uint32_t>& dependents =
          packets[i - 1 - random.below(std::min(i, 40u))].dependents;
      if (std::find(dependents.begin(), dependents.end(), packet.id) == dependents.end())
        dependents.push_back(packet.id);
    }
  }
  return packets;
}

}  // namespace

TEST_CASE("packets are born in their cycles, after those they wait for", "[netrace]") {
  constexpr unsigned kNodes = 250;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const std::vector<NetracePacket> packets = random_packets(seed, 2000, kNodes);
    const std::string file = file_of(kNodes, packets);
    const Workload workload =
        make_netrace_workload(saved(seed == 1 ? file : packed(file)), mesh({16, 16}));
    CHECK(workload.process->finite());
    CHECK(workload.pattern->silent(3));

    // A network that delivers each message after some time.
    Random random(seed, 1, Purpose::kTest, 1);
    std::multimap<Cycle, Answer> under_way;
    std::map<std::pair<TerminalId, TerminalId>, std::pair<Cycle, Cycle>> seen;  // Birth, arrival.
    std::vector<Answer> answers;
    const auto send = [&](Cycle earliest) {
      for (const Answer& answer : answers) {
        CHECK(answer.birth >= earliest);
        const Cycle arrival = answer.birth + random.below(200);
        under_way.emplace(arrival, answer);
        CHECK(seen.emplace(std::pair(answer.source, answer.destination),
                           std::pair(answer.birth, arrival))
                  .second);
      }
      answers.clear();
    };
    const auto responder = workload.responder();
    responder->begin(answers);
    send(0);
    while (!under_way.empty()) {
      const auto [now, answer] = *under_way.begin();
      under_way.erase(under_way.begin());
      MessageRecord message;
      message.answer = answer.number;
      message.birth = answer.birth;
      responder->deliver(message, now, answers);
      send(now + 1);
    }

    std::map<std::uint32_t, Cycle> earliest;
    std::size_t messages = 0;
    for (const NetracePacket& packet : packets) {
      Cycle birth = std::max(packet.cycle, earliest[packet.id]);
      Cycle arrival = birth;
      if (packet.type != kNoMessage && packet.source != packet.destination) {
        const auto [real_birth, real_arrival] = seen.at({packet.source, packet.destination});
        CHECK(real_birth == birth);
        arrival = real_arrival;
        ++messages;
      }
      for (const std::uint32_t dependent : packet.dependents)
        earliest[dependent] = std::max(earliest[dependent], arrival + 1);
    }
    CHECK(messages == seen.size());
    CHECK(messages > 1000);
  }
}

TEST_CASE("a chain of packets takes its messages' latencies, one after the other", "[netrace]") {
  std::vector<NetracePacket> chain;
  for (std::uint32_t i = 0; i < 20; ++i)
    chain.push_back(
        {i == 0 ? Cycle{100} : Cycle{101}, i, kReadRequest, i % 16, (i + 5) % 16, {i + 1}});
  const NetworkConfig config = mesh({4, 4});
  RunOptions options;
  options.cycles = 10'000;
  options.warmup = 0;
  options.workload = make_netrace_workload(saved(packed(file_of(16, chain))), config);
  const auto network = make_model(config);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.verdict == Verdict::kCompleted);
  CHECK(result.delivered_messages == 20);
  CHECK(result.measured.latency.mean * 20 ==
        Approx(static_cast<double>(result.last_delivery) - 99));

  options.traffic.reply = parse_reply("16");
  CHECK_THROWS_WITH(run_simulation(*network, config, options), Contains("legal: one of them"));
}

TEST_CASE("files of Netrace are told from others, and refused where they are damaged",
          "[netrace]") {
  const std::vector<NetracePacket> packets = {{5, 1, kReadRequest, 0, 1, {2}},
                                              {6, 2, kReadResponse, 1, 0, {}}};
  const std::string file = file_of(2, packets);
  CHECK(NetraceFile::recognizes(saved(file)));
  CHECK(NetraceFile::recognizes(saved(packed(file))));
  CHECK_FALSE(NetraceFile::recognizes(saved("cycle,source,destination,bytes\n0,1,2,3\n")));
  CHECK_FALSE(NetraceFile::recognizes("nowhere.tra"));

  const auto read_all = [](const std::string& path) {
    NetraceFile reader(path);
    while (reader.read()) {
    }
  };
  CHECK_NOTHROW(read_all(saved(file)));
  CHECK_THROWS_WITH(read_all("nowhere.tra"), Contains("nowhere.tra: cannot be read"));
  CHECK_THROWS_WITH(read_all(saved(file.substr(0, 60))), Contains("ends in the header"));
  CHECK_THROWS_WITH(read_all(saved(file.substr(0, file.size() - 1))), Contains("ends in packet 1"));
  const std::string half = packed(file);
  CHECK_THROWS_AS(read_all(saved(half.substr(0, half.size() - 20))), UsageError);
  CHECK_THROWS_WITH(read_all(saved(file_of(1, packets))),
                    Contains("packet 1 from 0 to 1; legal: nodes 0 to 0"));
  CHECK_THROWS_WITH(read_all(saved(file_of(2, {packets[1], packets[0]}))),
                    Contains("packet 1 in cycle 5 after one of cycle 6"));
  // Parallel compressors, and joined files, make several streams. Bytes after the last one are
  // refused.
  const std::string streams = packed(file.substr(0, 90)) + packed(file.substr(90, 40)) +
                              packed("") + packed(file.substr(130));
  CHECK(NetraceFile::recognizes(saved(streams)));
  NetraceFile joined(saved(streams));
  for (const NetracePacket& packet : packets) CHECK(joined.read().value().id == packet.id);
  CHECK_FALSE(joined.read());
  for (const char* garbage : {"x", "BZ", "garbage after the last stream"})
    CHECK_THROWS_WITH(read_all(saved(packed(file) + garbage)), Contains("damaged in packet 2"));
  std::string other = file;
  other[4] = 1;
  CHECK_THROWS_WITH(read_all(saved(other)), Contains("version"));
}

TEST_CASE("packets that wait for themselves or one another are counted and named", "[netrace]") {
  const NetworkConfig config = mesh({4, 4});
  const auto network = make_model(config);
  const auto run = [&](const std::vector<NetracePacket>& packets) {
    RunOptions options;
    options.cycles = 10'000;
    options.warmup = 0;
    options.workload = make_netrace_workload(saved(file_of(16, packets)), config);
    return run_simulation(*network, config, options).delivered_messages;
  };
  const NetracePacket sound = {1, 1, kReadRequest, 0, 1, {2, 99}};  // 99: not in the file
  CHECK(run({sound, {2, 2, kReadRequest, 1, 2, {}}}) == 2);
  CHECK_THROWS_WITH(run({sound, {2, 2, kReadRequest, 1, 2, {2}}}),
                    Contains("1 of its packets never started, because packets depend on themselves "
                             "or on each other: 2"));
  CHECK_THROWS_AS(run({sound, {2, 2, kReadRequest, 1, 2, {2}}}), CheckFailed);
  // 8 waits for 7, which arrives, and for 9, which waits for 8; 10 waits for 9.
  CHECK_THROWS_WITH(run({{1, 7, kReadRequest, 0, 1, {8}},
                         {1, 8, kReadRequest, 1, 2, {9}},
                         {1, 9, kReadRequest, 2, 3, {8, 10}},
                         {1, 10, kReadRequest, 2, 4, {}}}),
                    Contains("3 of its packets never started") && Contains(": 8, 9, 10"));
}

TEST_CASE("files of Netrace are refused by networks they do not fit", "[netrace]") {
  const std::string path = saved(file_of(20, {}));
  CHECK_THROWS_WITH(make_netrace_workload(path, mesh({4, 4})),
                    Contains("messages of 20 terminals in a network of 16"));
  CHECK_THROWS_WITH(make_netrace_workload(path, load_config(find_config("line9"))),
                    Contains("client-server network"));
  NetworkConfig narrow = load_config(find_config("fs-mesh4x4-star"));
  narrow.flit_bits = 16;  // a buffer holds a message
  CHECK_THROWS_WITH(make_netrace_workload(saved(file_of(16, {})), narrow),
                    Contains("messages of up to 72 bytes"));
}
