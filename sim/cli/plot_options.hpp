// The options of commands that draw a picture.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "report/figure.hpp"

namespace wayfarer {

class PlotOptions {
 public:
  /// Adds the options and returns --plot; `what` as in "Draw WHAT".
  CLI::Option* add_to(CLI::App& command, const std::string& what);

  /// The same without the options of a picture's style.
  CLI::Option* add_files_to(CLI::App& command, const std::string& what);

  [[nodiscard]] bool wanted() const { return !path_.empty(); }

  /// Checks options and files before the work begins. Throws UsageError.
  void check() const;

  [[nodiscard]] FigureStyle style() const;

  /// Draws, if it is wanted.
  void draw(const Picture& picture) const;

 private:
  [[nodiscard]] Script script() const { return keep_script_ ? Script::kKeep : Script::kDiscard; }

  std::string path_;
  std::string width_ = "page";
  std::string log_axes_;
  std::string errors_ = "bars";
  bool keep_script_ = false;
};

}  // namespace wayfarer
