#include "experiments/plot.hpp"

#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.hpp"
#include "core/files.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

/// Runs gnuplot on a script inside its folder; no shell sees any name.
int run_gnuplot(const std::string& folder, const std::string& script) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::chdir(folder.c_str()) != 0) ::_exit(127);
    ::execlp("gnuplot", "gnuplot", script.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Draws under a temporary name first: a picture is whole or not there.
void draw(const std::string& folder, const std::string& name, const std::string& commands) {
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string partial = fmt::format("{}.svg.{}.partial", name, ::getpid());
  const auto script = [&](const std::string& output) {
    return fmt::format("set terminal svg size 900,600 dynamic background '#ffffff'\n"
                       "set output '{}'\n{}", output, commands);
  };
  const fs::path path = fs::path(folder) / (name + ".gp");
  write_output(path, script(partial));
  const int status = run_gnuplot(folder, name + ".gp");
  if (status == 0) fs::rename(fs::path(folder) / partial, fs::path(folder) / (name + ".svg"), error);
  if (status != 0 || error) {
    std::error_code ignored;
    fs::remove(fs::path(folder) / partial, ignored);
    throw UsageError(fmt::format("{}: gnuplot cannot draw it (status {}); legal: a folder with room "
                                 "and gnuplot installed", path.string(), status));
  }
  write_output(path, script(name + ".svg"));
}

}  // namespace

void plot_curves(const std::string& folder, const std::string& name, const std::string& title,
                 const std::string& x_label, const std::string& y_label,
                 const std::vector<Curve>& curves, const std::string& more_commands) {
  std::string text = fmt::format("set title \"{}\"\nset xlabel \"{}\"\nset ylabel \"{}\"\n"
                                 "set key outside right\nset grid\n{}", title, x_label, y_label,
                                 more_commands);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    text += fmt::format("$curve{} << END\n", i);
    for (const auto& [x, y] : curves[i].points) text += fmt::format("{:.9g} {:.9g}\n", x, y);
    text += "END\n";
  }
  text += "plot ";
  for (std::size_t i = 0; i < curves.size(); ++i)
    text += fmt::format("{}$curve{} with linespoints title \"{}\"", i == 0 ? "" : ", ", i,
                        curves[i].title);
  draw(folder, name, text + "\n");
}

void plot_heat_map(const std::string& folder, const std::string& name, const std::string& title,
                   const std::vector<std::vector<double>>& rows) {
  std::string text = fmt::format("set title \"{}\"\nset cbrange [0:1]\nset size square\n"
                                 "set xlabel \"x\"\nset ylabel \"y\"\nset palette rgb 33,13,10\n"
                                 "$map << END\n", title);
  for (const std::vector<double>& row : rows) {
    for (const double value : row) text += fmt::format("{:.4f} ", value);
    text += "\n";
  }
  draw(folder, name, text + "END\nplot $map matrix with image notitle\n");
}

}  // namespace wayfarer
