// Rationale: the fast models decide with words of bits, and their headers explain it by examples of
// eight bits. The examples are what the code computes.
// State space: the rows of each example, read from the header or from docs/models.md; for wormhole
// links and for turns also random words against a loop over what the bits stand for.
// Parameter space: wormhole links of 1 to 4 virtual channels; turns of 1 to 16 buffers.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "family/mway/state.hpp"
#include "family/mway/vector/turns.hpp"
#include "family/wormhole/grants.hpp"

using namespace wayfarer;

namespace {

/// Rows "///   name  bits  comment" of a header: eight bits in groups.
std::map<std::string, std::uint32_t> rows_of(const std::string& header) {
  std::ifstream file(std::string(WAYFARER_SOURCE_DIR) + "/sim/family/" + header);
  REQUIRE(file);
  std::map<std::string, std::uint32_t> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string slashes, name, bits, word;
    words >> slashes >> name;
    while (slashes == "///" && bits.size() < 8 && words >> word &&
           word.find_first_not_of("01") == std::string::npos)
      bits += word;
    if (bits.size() == 8)
      REQUIRE(rows.emplace(name, std::uint32_t(std::stoul(bits, nullptr, 2))).second);
  }
  return rows;
}

/// The words of a row "| name... | bits | bits |" of the page on models.
std::vector<std::uint32_t> row_of_page(const std::string& name) {
  std::ifstream file(std::string(WAYFARER_SOURCE_DIR) + "/docs/models.md");
  REQUIRE(file);
  std::vector<std::uint32_t> row;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| " + name, 0) != 0) continue;
    std::istringstream cells(line.substr(line.find('|', 2) + 1));
    for (std::string cell; std::getline(cells, cell, '|');) {
      cell.erase(std::remove(cell.begin(), cell.end(), ' '), cell.end());
      if (cell.size() == 8 && cell.find_first_not_of("01") == std::string::npos)
        row.push_back(std::uint32_t(std::stoul(cell, nullptr, 2)));
    }
  }
  REQUIRE(row.size() == 4);
  return row;
}

struct Links {
  std::uint32_t held, behind, sent, released, stopped;
};

Links granted(const wormhole::LinkFields<std::uint32_t>& fields, std::uint32_t fed,
              std::uint32_t open, std::uint32_t held, std::uint32_t behind) {
  Links links{held, behind, 0, 0, 0};
  wormhole::grant(fields, 1, &fed, &open, &links.held, &links.behind, &links.sent, &links.released,
                  &links.stopped);
  return links;
}

/// The same, link by link and virtual channel by virtual channel.
Links granted_by_loops(unsigned links, unsigned channels, std::uint32_t fed, std::uint32_t open,
                       std::uint32_t held, std::uint32_t behind) {
  Links result{held, behind, 0, 0, (fed | held) & open & (~0u << links * channels)};
  for (unsigned link = 0; link < links; ++link) {
    const auto bit = [&](unsigned channel) { return 1u << (link * channels + channel); };
    int chosen = -1;
    for (const bool ahead : {true, false})
      for (unsigned channel = 0; channel < channels && chosen < 0; ++channel)
        if (((fed | held) & open & bit(channel)) != 0 && (!ahead || (behind & bit(channel)) != 0))
          chosen = int(channel);
    for (unsigned channel = 0; channel < channels; ++channel) {
      const bool goes = chosen == int(channel);
      const bool was_held = (held & bit(channel)) != 0;
      if (goes) result.sent |= bit(channel);
      if (goes && was_held) result.released |= bit(channel);
      if (goes) result.held &= ~bit(channel);
      const bool crosses = (fed & bit(channel)) != 0 && goes == was_held;
      if (crosses) {
        result.stopped |= bit(channel);
        result.held |= bit(channel);
      }
      if (chosen >= 0) {
        result.behind &= ~bit(channel);
        if (int(channel) > chosen) result.behind |= bit(channel);
      }
    }
  }
  return result;
}

void check_equal(const Links& a, const Links& b) {
  CHECK(a.held == b.held);
  CHECK(a.behind == b.behind);
  CHECK(a.sent == b.sent);
  CHECK(a.released == b.released);
  CHECK(a.stopped == b.stopped);
}

}  // namespace

TEST_CASE("the example of wormhole links is what the code computes", "[model]") {
  auto row = rows_of("wormhole/grants.hpp");
  REQUIRE(row.size() == 15);
  const wormhole::LinkFields<std::uint32_t> fields(3, 2);
  check_equal(granted(fields, row["fed"], row["open"], row["held"], row["behind"]),
              {row["held'"], row["behind'"], row["sent"], row["released"], row["stopped"]});
  const std::uint32_t asking = (row["fed"] | row["held"]) & row["open"] & fields.all;
  CHECK(row["asking"] == asking);
  CHECK(row["used"] == fields.used(asking));
  CHECK(row["first"] == fields.first_bits(row["used"]));
  CHECK(row["next"] == (asking & row["behind"]));
  CHECK(row["from"] == (row["next"] | (asking & ~fields.whole(fields.used(row["next"])))));
  CHECK(row["granted"] == (row["from"] & ~(row["from"] - row["first"])));
}

TEST_CASE("words grant wormhole links as a loop over links does", "[model]") {
  const unsigned channels = GENERATE(1u, 2u, 3u, 4u);
  constexpr unsigned kLinks = 4;
  const wormhole::LinkFields<std::uint32_t> fields(kLinks, channels);
  const std::uint32_t buffers = (1u << (kLinks * channels + 2)) - 1;  // with two ejection ports
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    Random random(1, channels, Purpose::kTest, trial);
    const auto word = [&] { return std::uint32_t(random.below(buffers + 1)); };
    const std::uint32_t fed = word(), open = word(), held = word() & fields.all;
    std::uint32_t behind = 0;
    for (unsigned link = 0; link < kLinks; ++link)  // the channels above some channel
      behind |= (~0u << random.below(channels + 1) & ((1u << channels) - 1)) << link * channels;
    check_equal(granted(fields, fed, open, held, behind),
                granted_by_loops(kLinks, channels, fed, open, held, behind));
  }
}

TEST_CASE("the example of m-way requests is what the code computes", "[model]") {
  auto row = rows_of("mway/state.hpp");
  REQUIRE(row.size() == 7);
  mway::Fronts fronts;
  const unsigned lane = 3;
  fronts.occupied[lane] = mway::BufferMask(row["occupied"]);
  fronts.header[lane] = mway::BufferMask(row["header"]);
  fronts.no_receiver[lane] = mway::BufferMask(row["no_receiver"]);
  fronts.receiver_full[lane] = mway::BufferMask(row["receiver_full"]);
  const mway::Lanes eligible[2] = {fronts.eligible(), {}};
  CHECK(mway::lane_of(eligible, lane) == row["eligible"]);
  CHECK(mway::nonzero_lanes(eligible[0]) == 1u << lane);
  CHECK((row["eligible"] & row["turn"]) == row["ahead"]);
  CHECK(__builtin_ctz(row["ahead"]) == 5);
}

TEST_CASE("the example of turns is what the code computes", "[model]") {
  std::vector<std::uint32_t> candidates = row_of_page("eligible");
  std::vector<std::uint32_t> turn = row_of_page("`turn`");
  const std::vector<std::uint32_t> ahead = row_of_page("ahead");
  for (std::size_t b = 0; b < 4; ++b) CHECK(ahead[b] == (candidates[b] & turn[b]));
  mway::take_turns(4, candidates.data(), turn.data());
  CHECK(candidates == row_of_page("chosen"));
  CHECK(turn == row_of_page("`turn'`"));
}

TEST_CASE("words take turns as a pointer for each channel does", "[model]") {
  Random random(1, 0, Purpose::kTest, 1);
  for (unsigned buffers = 1; buffers <= 16; ++buffers) {
    std::vector<std::uint32_t> turn(buffers, ~0u);
    std::vector<unsigned> pointer(32, 0);
    for (unsigned cycle = 0; cycle < 50; ++cycle) {
      std::vector<std::uint32_t> candidates(buffers);
      for (std::uint32_t& word : candidates)
        word = static_cast<std::uint32_t>(random.below(0x10000) << 16 | random.below(0x10000));
      std::vector<std::uint32_t> expected(buffers);
      for (unsigned channel = 0; channel < 32; ++channel) {
        for (unsigned i = 0; i < buffers; ++i) {
          const unsigned b = (pointer[channel] + i) % buffers;
          if ((candidates[b] >> channel & 1) == 0) continue;
          expected[b] |= 1u << channel;
          pointer[channel] = (b + 1) % buffers;
          break;
        }
      }
      mway::take_turns(buffers, candidates.data(), turn.data());
      CHECK(candidates == expected);
    }
  }
}
