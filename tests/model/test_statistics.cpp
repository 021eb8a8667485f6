// Statistics: each measure against numbers worked out by hand or known in closed form.
#include "stats/spread.hpp"
#include "stats/statistics.hpp"
#include "stats/student.hpp"
#include "stats/time_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "core/random.hpp"
#include "ideal_network.hpp"

using namespace wayfarer;

namespace {
MessageRecord born(Cycle birth, Cycle start, TerminalId source = 0) {
  MessageRecord record;
  record.source = source;
  record.birth = birth;
  record.start = start;
  return record;
}
}  // namespace

TEST_CASE("latency counts both the cycle of birth and that of delivery", "[statistics]") {
  const IdealNetwork network(2);
  Statistics statistics(network.shape());
  statistics.begin(10);
  statistics.complete(born(20, 20), 20);  // delivered in the cycle of its birth: 1
  statistics.complete(born(5, 18), 22);   // born before the window: 18; in the network: 5
  const Measurements measured = statistics.finish(110, {true, true}, network.shape().channels);
  CHECK(measured.cycles == 100);
  CHECK(measured.latency.count == 2);
  CHECK(measured.latency.min == 1);
  CHECK(measured.latency.max == 18);
  CHECK(measured.latency.mean == Approx(9.5));
  CHECK(measured.latency.sd == Approx(17 / std::sqrt(2)));
  CHECK(measured.network_latency.mean == Approx(3));
  CHECK(measured.accepted_messages == Approx(2 / 200.0));
}

TEST_CASE("rates, utilisation and fairness", "[statistics]") {
  IdealNetwork network(4, 0, 2);
  Statistics statistics(network.shape());
  statistics.begin(0);
  for (Cycle now = 0; now < 100; ++now) {
    if (now % 4 == 0) network.offer(1, 0, {Tag::kHeader, 0, 0, 3, 0});
    network.step();
    statistics.observe(network, now, {now % 4 == 0 ? 1u : 0u, network.deliveries().size()});
    if (now % 4 == 0) statistics.complete(born(now, now, 1), now);
  }
  const Measurements measured =
      statistics.finish(100, {true, true, true, true}, network.shape().channels);
  CHECK(measured.injected_flits == Approx(0.25 / 4));
  CHECK(measured.accepted_flits == Approx(0.25 / 4));
  CHECK(measured.channel_utilisation[3] == Approx(0.25));
  CHECK(measured.channel_utilisation[0] == 0);
  CHECK(measured.utilisation == Approx(0.25 / 4));
  CHECK(measured.fairness == Approx(0.25));
  CHECK(measured.delivered_by_source[1] == 25);
  CHECK(measured.latency_by_source[1] == measured.worst_latency);
  CHECK(measured.latency_by_source[0] == 0);
  CHECK(measured.worst_terminal == 1);
}

TEST_CASE("fairness is that of the terminals that send", "[statistics]") {
  const IdealNetwork network(5);
  Statistics statistics(network.shape());
  statistics.begin(0);
  for (const TerminalId source : {0, 0, 0, 2, 2, 2}) statistics.complete(born(1, 1, source), 4);
  CHECK(statistics.finish(10, {true, false, true, false, false}, 5).fairness == Approx(1));
  // Terminal 4 sends, and nothing of it arrives: Jain's index of 3, 3, 0 is 36 / (3 * 18).
  CHECK(statistics.finish(10, {true, false, true, false, true}, 5).fairness == Approx(2.0 / 3));
}

TEST_CASE("an empty window divides by nothing", "[statistics]") {
  const IdealNetwork network(2);
  Statistics statistics(network.shape());
  statistics.begin(5);
  const Measurements measured = statistics.finish(5, {true, true}, network.shape().channels);
  CHECK(measured.accepted_flits == 0);
  CHECK(measured.latency.count == 0);
  CHECK(std::isinf(measured.latency.half_width));
}

TEST_CASE("percentiles are exact below 2048 and within 0.1 % above", "[histogram]") {
  Histogram histogram;
  for (std::uint64_t value = 1; value <= 1000; ++value) histogram.add(value);
  CHECK(histogram.percentile(0.5) == 500);
  CHECK(histogram.percentile(0.99) == 990);
  CHECK(histogram.percentile(1) == 1000);
  CHECK(histogram.percentile(0) == 1);
  for (const std::uint64_t value :
       {2047ull, 2048ull, 4095ull, 4096ull, 4099ull, 123456ull, 123457ull, (1ull << 40) + 1}) {
    Histogram one;
    one.add(value);
    for (const double share : {0.0, 0.5, 1.0}) CHECK(one.percentile(share) == value);
    const std::vector<Histogram::Bin> bins = one.coarse(50);
    REQUIRE(bins.size() == 1);
    CHECK(bins[0].low == value);
    CHECK(bins[0].high >= value);
    CHECK(bins[0].count == 1);
  }
  Histogram two;
  two.add(5'001);
  two.add(1'000'001);
  CHECK(two.percentile(0.5) == 5'001);
  CHECK(two.percentile(1) <= 1'000'001);
  CHECK(two.percentile(1) >= 999'001);
  CHECK(Histogram().percentile(0.5) == 0);
}

TEST_CASE("every value is in its coarse bin, also above 2048", "[histogram]") {
  for (const std::uint64_t reach : {1'000ull, 3'000ull, 5'000ull, 70'000ull, 10'000'000ull}) {
    Histogram histogram;
    std::vector<std::uint64_t> values;
    for (std::uint32_t i = 0; i < 500; ++i)
      values.push_back(19 + static_cast<std::uint64_t>(static_cast<double>(reach) *
                                                       Random(4, 0, Purpose::kTest, i).unit()));
    for (const std::uint64_t value : values) histogram.add(value);
    const std::vector<Histogram::Bin> bins = histogram.coarse(50);
    INFO(reach);
    CHECK(bins.size() <= 51);
    CHECK(bins.front().low == *std::min_element(values.begin(), values.end()));
    CHECK(bins.back().high >= *std::max_element(values.begin(), values.end()));
    for (const Histogram::Bin& bin : bins)
      CHECK(bin.count == static_cast<std::uint64_t>(
                             std::count_if(values.begin(), values.end(), [&](std::uint64_t value) {
                               return bin.low <= value && value <= bin.high;
                             })));
  }
}

TEST_CASE("coarse bins hold every value once", "[histogram]") {
  Histogram histogram;
  for (std::uint64_t value = 20; value < 5000; value += 7) histogram.add(value);
  std::uint64_t sum = 0;
  std::uint64_t next = 20;
  const auto bins = histogram.coarse(50);
  CHECK(bins.size() <= 51);
  for (const Histogram::Bin& bin : bins) {
    CHECK(bin.low == next);
    next = bin.high + 1;
    sum += bin.count;
  }
  CHECK(sum == histogram.total());
}

namespace {

/// How many of `runs` intervals hold the true mean of a series of `cycles` values; `start` makes a
/// series, a function of the cycle, from its random numbers.
template <typename Start>
int covered(std::uint64_t seed, int runs, int cycles, double truth, const Start& start) {
  int count = 0;
  for (int run = 0; run < runs; ++run) {
    Random random(seed, 0, Purpose::kTest, run);
    auto next = start(random);
    BatchMeans batches;
    double sum = 0;
    for (int cycle = 0; cycle < cycles; ++cycle) {
      const double value = next(cycle);
      sum += value;
      batches.add(cycle, value);
    }
    count += std::abs(sum / cycles - truth) <= batches.half_width(cycles);
  }
  return count;
}

}  // namespace

TEST_CASE("batch means cover the true mean about 19 times out of 20", "[batch-means]") {
  constexpr int kRuns = 400;
  const int count = covered(
      8, kRuns, 4096, 0.5, [](Random& random) { return [&random](int) { return random.unit(); }; });
  CHECK(count >= kRuns * 0.91);
  CHECK(count <= kRuns * 0.99);
}

TEST_CASE("batch means cover the true mean of a correlated series", "[batch-means]") {
  constexpr int kRuns = 200;
  for (const double memory : {0.98, 0.998}) {  // as queues near saturation
    constexpr double kMean = 1000;             // far above the deviation: no value is negative
    const int count = covered(8, kRuns, 8192, kMean, [memory](Random& random) {
      auto next = [&random, memory, value = 0.0](int) mutable {
        return kMean + (value = memory * value + random.unit() - 0.5);
      };
      for (int cycle = 0; cycle < 2048; ++cycle) (void)next(cycle);  // settles
      return next;
    });
    INFO("each value keeps " << memory << " of the one before");
    CHECK(count >= kRuns * 0.93);
    CHECK(count <= kRuns * 0.99);
  }
}

TEST_CASE("batch means cover the true mean of a skewed series", "[batch-means]") {
  // As of a queue that seldom fills: peaks of 64 cycles with exponential heights.
  constexpr int kRuns = 200;
  const int count = covered(9, kRuns, 4096, 0.1, [](Random& random) {
    return [&random, peak = 0.0](int cycle) mutable {
      if (cycle % 64 == 0) peak = random.unit() < 0.1 ? -std::log(1 - random.unit()) : 0;
      return peak;
    };
  });
  CHECK(count >= kRuns * 0.90);
}

TEST_CASE("intervals of latencies cover the true mean of a queue near saturation",
          "[batch-means]") {
  // Waits in an M/M/1 queue that is busy for nine tenths of the time, by Lindley's recursion from
  // its steady state: their mean is known. A run has about twenty times the time in which such a
  // queue forgets its length.
  constexpr int kRuns = 100;
  constexpr Cycle kCustomers = 8192;
  constexpr double kBusy = 0.9;
  constexpr double kUnit = 100;  ///< Cycles of a mean service.
  const auto exponential = [](Random& random) { return -kUnit * std::log(1 - random.unit()); };
  int count = 0;
  double width = 0;
  double square_sum = 0;
  const double truth = kUnit * kBusy / (1 - kBusy);
  for (int run = 0; run < kRuns; ++run) {
    Random random(12, 0, Purpose::kTest, run);
    LatencyCollector latencies;
    double wait = random.unit() < kBusy ? exponential(random) / (1 - kBusy) : 0;
    for (Cycle customer = 0; customer < kCustomers; ++customer) {
      latencies.add(customer, static_cast<Cycle>(std::lround(wait)));
      wait = std::max(0.0, wait + exponential(random) - exponential(random) / kBusy);
    }
    const LatencySummary summary = latencies.summary(kCustomers);
    count += std::abs(summary.mean - truth) <= summary.half_width;
    width += summary.half_width / kRuns;
    square_sum += (summary.mean - truth) * (summary.mean - truth);
  }
  CHECK(count >= kRuns * 0.95);
  CHECK(width < 2.5 * 1.96 * std::sqrt(square_sum / kRuns));
}

TEST_CASE("too few batches know nothing", "[batch-means]") {
  BatchMeans batches;
  for (Cycle cycle = 0; cycle < 9; ++cycle) batches.add(cycle, 1);
  CHECK(std::isinf(batches.half_width(9)));
  batches.add(9, 1);
  CHECK(batches.half_width(10) == Approx(0).margin(1e-12));
  // Values in one batch of ten say nothing about other batches.
  BatchMeans once;
  for (int value = 0; value < 100; ++value) once.add(3, value);
  CHECK(std::isinf(once.half_width(10)));
}

TEST_CASE("a batch counts by its number of values", "[batch-means]") {
  // Batches of 1 and 3 values in turns. The overall mean is (8 * 404 + 24 * 400) / 32 = 401; each
  // batch contributes 3 / 2 or -3 / 2 to the error, never two alike in a row. By hand, Student's t
  // of 15 degrees being 2.131449545559323; an error of less than 1 % of the mean widens it by less
  // than 3 %.
  BatchMeans batches;
  for (Cycle cycle = 0; cycle < 16; ++cycle) {
    const bool many = cycle % 2 != 0;
    for (int value = 0; value < (many ? 3 : 1); ++value) batches.add(cycle, many ? 400 : 404);
  }
  const double plain = 2.131449545559323 * 1.5 * std::sqrt(1 / 15.0);
  const double relative = plain / 401;
  CHECK(batches.half_width(16) == Approx(plain * (1 + 3 * relative)).epsilon(1e-4));
}

TEST_CASE("MSER-5 drops a transient and leaves a settled series alone", "[warm-up]") {
  std::vector<double> values;
  for (int i = 0; i < 2000; ++i)
    values.push_back(Random(1, 0, Purpose::kTest, i).unit() + 20 * std::exp(-i / 40.0));
  const std::size_t cut = mser5(values);
  CHECK(cut > 100);
  CHECK(cut < 500);
  std::vector<double> growing;
  for (int i = 0; i < 2000; ++i) growing.push_back(i);
  CHECK(mser5(growing) == growing.size());
}

TEST_CASE("warm-up ends when the latencies have settled", "[warm-up]") {
  WarmupDetector settling;
  WarmupDetector growing;
  for (int i = 0; i < 20'000; ++i) {
    settling.add(Random(1, 0, Purpose::kTest, i).unit() + 20 * std::exp(-i / 100.0));
    growing.add(i);
  }
  CHECK(settling.settled());
  CHECK_FALSE(growing.settled());
}

TEST_CASE("a time series keeps its sums in at most 200 windows", "[statistics]") {
  for (const Cycle cycles : {Cycle{1}, Cycle{150}, Cycle{200}, Cycle{201}, Cycle{12'345}}) {
    TimeSeries series;
    std::uint64_t messages = 0;
    double latency = 0;
    for (Cycle now = 0; now < cycles; ++now) {
      series.add_flits(now, 3);
      if (now % 7 != 0) continue;
      series.add_message(now, now);
      ++messages;
      latency += static_cast<double>(now);
    }
    const std::vector<SeriesWindow> windows = series.windows(cycles, 6);
    INFO(cycles);
    REQUIRE(windows.size() <= 200);
    CHECK(windows.size() >= std::min<Cycle>(cycles, 100));
    CHECK(windows.front().from == 0);
    CHECK(windows.back().to == cycles);
    std::uint64_t seen = 0;
    double sum = 0;
    for (std::size_t i = 0; i < windows.size(); ++i) {
      if (i > 0) CHECK(windows[i].from == windows[i - 1].to);
      CHECK(windows[i].accepted == Approx(0.5));
      seen += windows[i].messages;
      sum += windows[i].latency * static_cast<double>(windows[i].messages);
      if (windows[i].messages > 0) {
        CHECK(windows[i].latency >= static_cast<double>(windows[i].from));
        CHECK(windows[i].latency < static_cast<double>(windows[i].to));
      }
    }
    CHECK(seen == messages);
    CHECK(sum == Approx(latency));
  }
}

TEST_CASE("Student's quantile is exact for few degrees, also between whole ones", "[statistics]") {
  // 1 and 2 in closed form, the others from SciPy's stats.t.ppf(0.975, degrees).
  CHECK(student_quantile(1) == Approx(std::tan(0.475 * 3.14159265358979323846)).epsilon(1e-9));
  CHECK(student_quantile(2) == Approx(0.95 / std::sqrt(2 * 0.975 * 0.025)).epsilon(1e-9));
  CHECK(student_quantile(1.5) == Approx(6.016663104427929).epsilon(1e-9));
  CHECK(student_quantile(2.75) == Approx(3.3525454330616054).epsilon(1e-9));
  CHECK(student_quantile(7) == Approx(2.36462425159278).epsilon(1e-9));
  CHECK(student_quantile(31) == Approx(2.03951344639641).epsilon(1e-9));
  CHECK(student_quantile(1e6) == Approx(1.959966356814107).epsilon(1e-9));
}

TEST_CASE("the spread of several runs", "[statistics]") {
  const Spread spread = spread_of({2, 4, 4, 4, 5, 5, 7, 9});
  CHECK(spread.mean == Approx(5));
  CHECK(spread.deviation == Approx(std::sqrt(32.0 / 7)));
  CHECK(spread.half_width == Approx(2.36462425159278 * std::sqrt(32.0 / 7 / 8)).epsilon(1e-9));
  CHECK(spread.least == 2);
  CHECK(spread.greatest == 9);
  const Spread equal = spread_of(std::vector<double>(32, 12016.5));
  CHECK(equal.mean == Approx(12016.5));
  CHECK(equal.half_width == Approx(0).margin(1e-9));
  CHECK(std::isinf(spread_of({1, 2, 3, 4, 5, 6, 7}).half_width));
  const Spread single = spread_of({3});
  CHECK(single.mean == 3);
  CHECK(single.deviation == 0);
}

TEST_CASE("means of few values have the spread of their own intervals", "[statistics]") {
  // By Student's quantile of two degrees; of two values, by the sum of the squares.
  const double of_three = student_quantile(2) / std::sqrt(3.0);
  CHECK(half_width_of({1, 2, 3}, {9, 9, 9}) == Approx(of_three));
  CHECK(half_width_of({1, 2}, {3, 4}) == Approx(2.5));
  CHECK(half_width_of({1}, {3}) == Approx(3));
  CHECK(std::isinf(half_width_of({1, 2}, {3, std::numeric_limits<double>::infinity()})));
}

TEST_CASE("differences in pairs leave out what the pairs have in common", "[statistics]") {
  const PairedDifference difference = paired_difference({101, 202, 303}, {100, 200, 300});
  CHECK(difference.mean == Approx(2));
  CHECK(difference.half_width == Approx(student_quantile(2) / std::sqrt(3.0)));
  const PairedDifference single = paired_difference({5}, {3});
  CHECK(single.mean == 2);
  CHECK(std::isinf(single.half_width));
}
