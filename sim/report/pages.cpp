#include "report/pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text.hpp"

namespace wayfarer {
namespace {

// What this release aims at.
constexpr unsigned kMostMisses = 40;
constexpr unsigned kMostUnknown = 5;

constexpr const char* kStyle =
    ":root { color-scheme: light dark; --ok: #161; --known: #850; --bad: #b00; --dim: #666;\n"
    "  --line: #ddd; --code: #f3f3f3; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  :root { --ok: #7c7; --known: #db6; --bad: #f77; --dim: #aaa; --line: #444; --code: #333; }\n"
    "}\n"
    "body { font: 15px/1.5 sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; }\n"
    "h1, p, li { overflow-wrap: anywhere; }\n"
    "table { border-collapse: collapse; }\n"
    "th, td { padding: .15em .8em; border-bottom: 1px solid var(--line); text-align: left; }\n"
    "td.number { text-align: right; }\n"
    ".ok { color: var(--ok); }\n"
    ".known { color: var(--known); }\n"
    ".unexplained { color: var(--bad); font-weight: bold; }\n"
    ".info { color: var(--dim); }\n"
    "figure { margin: 1em 0; }\n"
    "svg { max-width: 100%; height: auto; }\n"
    "code { background: var(--code); padding: .1em .3em; }\n"
    "@media (max-width: 40em) {\n"
    "  table { display: block; overflow-x: auto; }\n"
    "  figure { overflow-x: auto; }\n"
    "  svg { max-width: none; width: 45em; }\n"
    "}\n";

std::string document(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}"
      "</body>\n</html>\n",
      markup_escaped(title), kStyle, body);
}

std::string text_at(const Json& object, const char* key) { return object[key].get<std::string>(); }

/// The command that repeats the reproduction.
std::string command_of(const Json& reproduction) {
  std::string command = "wayfarer reproduce " + text_at(reproduction, "id");
  for (const char* number : {"cycles", "runs"})
    if (reproduction["request"][number] != 0)
      command += fmt::format(" --{} {}", number, reproduction["request"][number].dump());
  const std::string only = text_at(reproduction["request"], "only");
  if (!only.empty()) command += fmt::format(" --only {}", shell_quoted(only));
  return command + fmt::format(" --seed {} --output DIR", reproduction["request"]["seed"].dump());
}

/// Number of the reason for each differing cell, from 1.
std::map<std::string, std::size_t> reasons_by_cell(const Json& reproduction) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < reproduction["known_deviations"].size(); ++i)
    for (const Json& cell : reproduction["known_deviations"][i]["cells"])
      numbers[cell.get<std::string>()] = i + 1;
  return numbers;
}

std::string verdict_cell(const std::string& verdict, std::size_t reason) {
  if (verdict != "differs") return fmt::format("<td class=\"{0}\">{0}</td>", verdict);
  if (reason == 0) return "<td class=\"unexplained\">differs</td>";
  return fmt::format("<td class=\"known\">differs <a href=\"#reason{0}\">[{0}]</a></td>", reason);
}

std::string rows_of(const Json& reproduction) {
  std::map<std::string, std::size_t> reasons = reasons_by_cell(reproduction);
  std::string text =
      "<table>\n<tr><th></th><th>paper</th><th>measured</th><th>deviation</th><th>tolerance</th>"
      "<th>verdict</th></tr>\n";
  for (const Json& row : reproduction["rows"]) {
    const std::string deviation =
        row["deviation"].is_number()
            ? fmt::format("{:+.2f} %", 100 * row["deviation"].get<double>())
            : "";
    const auto value = [](const Json& cell) {
      return fmt::format("<td{}>{}</td>", cell.is_number() ? " class=\"number\"" : "",
                         markup_escaped(value_text(cell)));
    };
    text += fmt::format(
        "<tr><td>{}</td>{}{}<td class=\"number\">{}</td>"
        "<td class=\"number\">{}</td>{}</tr>\n",
        markup_escaped(text_at(row, "cell")), value(row["paper"]), value(row["measured"]),
        deviation, text_at(row, "tolerance"),
        verdict_cell(text_at(row, "verdict"), reasons[text_at(row, "cell")]));
  }
  return text + "</table>\n";
}

std::string reasons_of(const Json& reproduction) {
  if (reproduction["known_deviations"].empty()) return "";
  std::string text = "<h2>Why values differ</h2>\n<ol>\n";
  std::size_t number = 0;
  for (const Json& miss : reproduction["known_deviations"])
    text +=
        fmt::format("<li id=\"reason{}\">{}: {}</li>\n", ++number,
                    markup_escaped(text_at(miss, "kind")), markup_escaped(text_at(miss, "reason")));
  return text + "</ol>\n";
}

std::string conditions_of(const Json& reproduction) {
  std::string text = "<h2>Conditions</h2>\n<table>\n";
  for (const auto& [key, value] : reproduction["conditions"].items())
    text +=
        fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", markup_escaped(key),
                    markup_escaped(value.is_string() ? value.get<std::string>() : value.dump()));
  for (const char* key : {"version", "revision"})
    if (reproduction.contains(key))
      text += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", key,
                          markup_escaped(text_at(reproduction, key)));
  return text + "</table>\n";
}

/// Strips the lines that only a standalone document needs.
std::string inlined(const std::string& svg) {
  const std::size_t begin = svg.find("<svg");
  return begin == std::string::npos ? "" : svg.substr(begin);
}

std::string heading(const CellCounts& all, bool complete) {
  const auto of = [&](MissKind kind) { return all.known[static_cast<std::size_t>(kind)]; };
  const std::size_t wrong = of(MissKind::kPaperWrong);
  return fmt::format(
      "{} cells and claims of the papers: {} within tolerance, {} misses: {} are proved errors of "
      "the papers, {} are others (target: at most {}), of which {} have no known cause (target: at "
      "most {}){}",
      all.cells, all.within, all.misses(), wrong, all.misses() - wrong, kMostMisses,
      of(MissKind::kUnknown) + all.unexplained, kMostUnknown,
      complete ? "" : "; partial: interrupted before the other experiments were done");
}

constexpr const char* kKinds =
    "Each miss has a reason of one of these kinds. Paper wrong: a proof, an enumeration or the "
    "paper's own numbers contradict it. Reading open: its words can be read in several ways, and "
    "the results show them. Cause known: an experiment shows the cause. Unknown: measured, but its "
    "cause is not known. Unexplained: without a reason, which makes 'wayfarer reproduce' fail";

std::vector<std::string> column_names() {
  std::vector<std::string> names = {"cells", "within"};
  for (const MissKind kind : kMissKinds) names.emplace_back(to_string(kind));
  names.emplace_back("unexplained");
  return names;
}

std::vector<std::size_t> columns_of(const CellCounts& counts) {
  std::vector<std::size_t> columns = {counts.cells, counts.within};
  columns.insert(columns.end(), counts.known.begin(), counts.known.end());
  columns.push_back(counts.unexplained);
  return columns;
}

std::string number_cells(const CellCounts& counts) {
  std::string text;
  for (const std::size_t number : columns_of(counts))
    text += fmt::format("<td class=\"number\">{}</td>", number);
  return text;
}

}  // namespace

std::string reproduction_page(const Json& reproduction, const std::vector<std::string>& pictures) {
  const std::string id = text_at(reproduction, "id");
  std::string body = fmt::format("<p>{}.</p>\n<p>{}.</p>\n<p><code>{}</code></p>\n",
                                 markup_escaped(text_at(reproduction, "paper")),
                                 markup_escaped(text_at(reproduction, "summary")),
                                 markup_escaped(command_of(reproduction)));
  for (const std::string& picture : pictures)
    body += fmt::format("<figure role=\"img\" aria-label=\"{}\">\n{}</figure>\n",
                        markup_escaped(text_at(reproduction, "description")), inlined(picture));
  body += "<h2>Our values beside the paper's</h2>\n" + rows_of(reproduction) +
          reasons_of(reproduction) + conditions_of(reproduction);
  return document(fmt::format("{}: {}", id, text_at(reproduction, "description")), body);
}

CellCounts count_cells(const std::vector<Json>& reproductions) {
  CellCounts counts;
  for (const Json& reproduction : reproductions) {
    for (const Json& row : reproduction["rows"]) {
      counts.cells += row["verdict"] != "info" ? 1 : 0;
      counts.within += row["verdict"] == "ok" ? 1 : 0;
    }
    for (const Json& miss : reproduction["known_deviations"])
      for (std::size_t kind = 0; kind < kMissKinds.size(); ++kind)
        if (miss["kind"] == to_string(kMissKinds[kind])) counts.known[kind] += miss["cells"].size();
    counts.unexplained += reproduction["unexplained"].size();
  }
  return counts;
}

std::string index_page(const std::vector<Json>& reproductions, bool complete) {
  const CellCounts all = count_cells(reproductions);
  std::string body =
      fmt::format("<p><strong>{}.</strong></p>\n<p>{}.</p>\n<table>\n<tr><th></th><th></th>",
                  heading(all, complete), markup_escaped(kKinds));
  for (const std::string& name : column_names()) body += fmt::format("<th>{}</th>", name);
  body += fmt::format("</tr>\n<tr><th>all</th><td></td>{}</tr>\n", number_cells(all));
  std::string misses;
  for (const Json& reproduction : reproductions) {
    const std::string id = text_at(reproduction, "id");
    body += fmt::format("<tr><td><a href=\"{0}.html\">{0}</a></td><td>{1}</td>{2}</tr>\n", id,
                        markup_escaped(text_at(reproduction, "description")),
                        number_cells(count_cells({reproduction})));
    for (const Json& miss : reproduction["known_deviations"])
      misses += fmt::format(
          "<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n", id,
          miss["cells"].size(), text_at(miss, "kind"), markup_escaped(text_at(miss, "reason")));
    for (const Json& cell : reproduction["unexplained"])
      misses += fmt::format(
          "<tr><td>{}</td><td class=\"number\">1</td><td class=\"unexplained\">unexplained</td>"
          "<td>{}</td></tr>\n",
          id, markup_escaped(cell.get<std::string>()));
  }
  body +=
      "</table>\n<h2>Misses</h2>\n<table>\n<tr><th></th><th>cells</th><th>kind</th>"
      "<th>why</th></tr>\n" +
      misses + "</table>\n";
  return document("Five papers beside our values", body);
}

std::string index_markdown(const std::vector<Json>& reproductions, bool complete) {
  const CellCounts all = count_cells(reproductions);
  std::string text = fmt::format("# Five papers beside our values\n\n**{}.**\n\n{}.\n\n| | |",
                                 heading(all, complete), kKinds);
  std::string rule = "\n|---|---|";
  for (const std::string& name : column_names()) {
    text += fmt::format(" {} |", name);
    rule += "--:|";
  }
  const auto numbers = [](const CellCounts& counts) {
    return fmt::format("{}", fmt::join(columns_of(counts), " | "));
  };
  text += fmt::format("{}\n| **all** | | {} |\n", rule, numbers(all));
  std::string misses;
  for (const Json& reproduction : reproductions) {
    const std::string id = text_at(reproduction, "id");
    text += fmt::format("| [{0}]({0}.html) | {1} | {2} |\n", id,
                        text_at(reproduction, "description"), numbers(count_cells({reproduction})));
    for (const Json& miss : reproduction["known_deviations"])
      misses += fmt::format("| {} | {} | {} | {} |\n", id, miss["cells"].size(),
                            text_at(miss, "kind"), text_at(miss, "reason"));
    for (const Json& cell : reproduction["unexplained"])
      misses += fmt::format("| {} | 1 | **unexplained** | {} |\n", id, cell.get<std::string>());
  }
  return text + "\n## Misses\n\n| | cells | kind | why |\n|---|--:|---|---|\n" + misses;
}

}  // namespace wayfarer
