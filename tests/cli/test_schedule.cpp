// wayfarer schedule: what it prints, what it finds, and what it refuses.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "run_wayfarer.hpp"

using Catch::Contains;

namespace {

nlohmann::json json_of(const std::string& arguments, int status = 0) {
  const Outcome outcome = wayfarer("schedule " + arguments + " --json - 2>/dev/null; exit $?");
  INFO(arguments);
  REQUIRE(outcome.status == status);
  return nlohmann::json::parse(outcome.text.substr(0, outcome.text.rfind('}') + 1));
}

const char* const kUnequal = "--hosts 4 --flits 50,20,30,30 --schedule conservative --strict ";

}  // namespace

TEST_CASE("a schedule's numbers", "[cli]") {
  const auto json = json_of("--hosts 9 --flits 16 --table");
  REQUIRE(json["schedules"].size() == 5);
  const auto& greedy = json["schedules"][0];
  CHECK(greedy["name"] == "greedy");
  CHECK(greedy["utilisation"].get<double>() == Approx(0.998047).margin(5e-7));
  CHECK(greedy["proven"] == true);
  const auto& last = greedy["hosts"][8];
  CHECK(last["period"] == 512 * 16);
  CHECK(last["d"] == 512 * 16);
  CHECK(last["fill"] == 8);
  CHECK(last["deadline"] == 512 * 16 + 8);
  CHECK(last["bound"] == 256 * 16 + 8);
  CHECK(json_of("--balanced 8")["schedules"].size() == 3);
}

TEST_CASE("a printed schedule that can miss is warned of, and broken", "[cli]") {
  const Outcome warned = wayfarer(std::string("schedule ") + kUnequal);
  CHECK(warned.status == 0);
  CHECK_THAT(warned.text, Contains("warning: conservative can miss: not proven for host 2 "
                                   "(printed conservative with unequal lengths)"));
  const Outcome broken = wayfarer(std::string("schedule ") + kUnequal + "--verify");
  CHECK(broken.status == 1);
  CHECK_THAT(broken.text, Contains("host 2, 151 of 101 cycles"));
  CHECK_THAT(broken.text, Contains("--engine rtl --phases"));
  const Outcome repaired =
      wayfarer("schedule --hosts 4 --flits 50,20,30,30 --schedule conservative-repaired --verify");
  CHECK(repaired.status == 0);
  CHECK_THAT(repaired.text, !Contains("warning"));
}

TEST_CASE("the phases that were found do the same on the trains and on the cycle model", "[cli]") {
  const auto found = json_of(std::string(kUnequal) + "--verify", 1);
  const auto& host = found["schedules"][0]["hosts"][1];
  CHECK(host["worst"] == 151);
  std::string phases;
  for (const auto& phase : host["phases"]) phases += (phases.empty() ? "" : ",") + phase.dump();
  for (const char* engine : {"trains", "model"}) {
    const auto again = json_of(kUnequal + ("--phases " + phases) + " --engine " + engine, 1);
    CHECK(again["schedules"][0]["hosts"][1]["worst"] == 151);
  }
}

TEST_CASE("a search on the cycle model begins with what was worst on the trains", "[cli]") {
  const auto found = json_of(std::string(kUnequal) + "--verify --engine model --effort 100", 1);
  CHECK(found["schedules"][0]["trials"] == 100);
  CHECK(found["schedules"][0]["hosts"][1]["worst"] == 151);
}

TEST_CASE("the same seed finds the same phases", "[cli]") {
  const std::string search = "--hosts 5 --verify --effort 200 --schedule greedy --seed ";
  CHECK(json_of(search + "4") == json_of(search + "4"));
  CHECK(json_of(search + "4") != json_of(search + "5"));
}

TEST_CASE("other switches break what is proven for these", "[cli]") {
  for (const char* switches : {"--upstream-first", "--no-refill --engine model",
                               "--depth 8 --upstream-first --engine model"}) {
    const Outcome outcome = wayfarer(std::string("schedule --hosts 8 --flits 8 --schedule greedy "
                                                 "--verify --effort 60 ") +
                                     switches);
    INFO(outcome.text);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.text, Contains("switches of another kind"));
  }
}

TEST_CASE("buffers of two flits: short messages miss greedy deadlines, long ones do not", "[cli]") {
  const std::string common = "schedule --hosts 9 --flits 9 --depth 2 --no-refill --engine model ";
  const Outcome proved = wayfarer(common + "--schedule least-deadlines --verify --effort 40");
  CHECK(proved.status == 0);
  CHECK_THAT(proved.text, !Contains("no: ") && !Contains("MISSED"));
  CHECK_THAT(wayfarer("schedule --hosts 9 --flits 17 --depth 2 --no-refill --schedule greedy").text,
             !Contains("no: "));
  const Outcome missed = wayfarer(common + "--schedule greedy --phases 12,8,9,8,3,1,391,492,2492");
  CHECK(missed.status == 1);
  CHECK_THAT(missed.text, Contains("590  no: messages that fit into the buffers ahead  MISSED"));
}

TEST_CASE("round trips: bounds with the answers, and a server whose records are used up", "[cli]") {
  const Outcome proved = wayfarer(
      "schedule --flits 4,4,4,4 --schedule uniform-tight --service 58 --verify --engine model "
      "--effort 100");
  CHECK(proved.status == 0);
  CHECK_THAT(proved.text, Contains("round trips, with an answer 58 cycles after a request") &&
                              !Contains("MISSED"));
  const Outcome missed = wayfarer(
      "schedule --flits 4,4,4,4 --schedule uniform-tight --service 70 --engine model "
      "--phases 4,15,1,3");
  CHECK(missed.status == 1);
  CHECK_THAT(missed.text, Contains("records can be used up  MISSED"));
  CHECK_THAT(wayfarer("schedule --flits 4,4 --schedule greedy --service 5 --verify").text,
             Contains("trains do not support --service; legal: --engine model, rtl or both"));
}

TEST_CASE("files of a schedule", "[cli]") {
  const Folder folder;
  REQUIRE(
      wayfarer("schedule --hosts 3 --csv " + (folder / "s.csv") + " --plot " + (folder / "plots"))
          .status == 0);
  const std::string csv = read(folder / "s.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 5 * 3);
  CHECK_THAT(csv, Contains("greedy,0.892857,2,16,64,64,1,65,65,,true,\n"));
  CHECK_THAT(read(folder / "plots.svg"), Contains("</svg>"));
}

TEST_CASE("impossible schedules are refused", "[cli]") {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"--hosts 0", "--hosts '0'; legal: a whole number from 1 to 128"},
      {"--hosts 3 --tree '(1 -)'", "--tree"},
      {"--tree '(1 1)'", "not been named yet"},
      {"--hosts 3 --flits 4,5", "2 numbers; legal: one number, or one for each of 3 hosts"},
      {"--flits 0", "--flits '0'; legal: a whole number from 1"},
      {"--schedule lazy", "legal: greedy"},
      {"--balanced 4 --schedule conservative",
       "legal on a tree: greedy, conservative-repaired, uniform-tight"},
      {"--balanced 4 --table", "legal: a line"},
      {"--hosts 60 --schedule greedy", "2^40"},
      {"--hosts 25 --schedule greedy --verify --engine model", "below 2^24 cycles"},
      {"--verify --engine quantum", "legal: trains, model, rtl, both"},
      {"--verify --effort 0", "--effort '0'"},
      {"--effort 9", "--effort needs a search; legal: with --verify"},
      {"--engine model", "--engine needs trials; legal: with --verify or --phases"},
      {"--json - --csv -", "both on standard output; legal: one of them"},
      {"--verify --no-refill", "legal: --engine model, rtl or both"},
      {"--verify --depth 2", "legal: --engine model, rtl or both"},
      {"--depth 17", "--depth '17'; legal: a whole number from 1 to 16"},
      {"--hosts 3 --phases 1,2,3", "legal: --schedule and one name"},
      {"--hosts 3 --schedule greedy --phases 1,2", "2 numbers; legal: one for each of 3 hosts"},
      {"--verify --trace-waves w.fst", "with --phases and --engine rtl"},
  };
  for (const auto& [arguments, words] : wrong) {
    const Outcome outcome = wayfarer("schedule " + arguments);
    INFO(arguments << "\n" << outcome.text);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.text, Contains(words));
  }
}
