// The commands of the program, one file each.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/program.hpp"

namespace wayfarer {

// Each adds its command with options, help and example, and sets `action` when it is chosen.
void add_run(CLI::App& app, const Program& program, Action& action);
void add_sweep(CLI::App& app, const Program& program, Action& action);
void add_compare(CLI::App& app, const Program& program, Action& action);
void add_lockstep(CLI::App& app, const Program& program, Action& action);
void add_energy(CLI::App& app, const Program& program, Action& action);
void add_events(CLI::App& app, const Program& program, Action& action);
void add_follow(CLI::App& app, const Program& program, Action& action);
void add_convert(CLI::App& app, const Program& program, Action& action);
void add_show(CLI::App& app, const Program& program, Action& action);
void add_reproduce(CLI::App& app, const Program& program, Action& action);
void add_list(CLI::App& app, const Program& program, Action& action);
void add_schedule(CLI::App& app, const Program& program, Action& action);
void add_check(CLI::App& app, const Program& program, Action& action);
void add_view(CLI::App& app, const Program& program, Action& action);
void add_build(CLI::App& app, const Program& program, Action& action);
void add_new(CLI::App& app, const Program& program, Action& action);
void add_completion(CLI::App& app, const Program& program, Action& action);
void add_man(CLI::App& app, const Program& program, Action& action);
void add_onchip(CLI::App& app, const Program& program, Action& action);
void add_export(CLI::App& app, const Program& program, Action& action);
void add_demo(CLI::App& app, const Program& program, Action& action);

/// The subjects of `list`.
[[nodiscard]] const std::vector<std::string>& list_topics();

}  // namespace wayfarer
