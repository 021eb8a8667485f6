// A simulation in a process of its own: SystemC elaborates once in a process.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <string>

#include <systemc>

namespace wayfarer::systemc_test {

/// What `simulate` returns, or "exception: " and the text of what it throws, or "killed". Reports
/// below errors are not printed.
inline std::string apart(const std::function<std::string()>& simulate) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    std::string text;
    try {
      text = simulate();
    } catch (const std::exception& error) {
      text = std::string("exception: ") + error.what();
    }
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t more = ::write(ends[1], text.data() + sent, text.size() - sent);
      if (more <= 0) break;
      sent += static_cast<std::size_t>(more);
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char part[4096];
  for (ssize_t got; (got = ::read(ends[0], part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return status == 0 ? text : text + "killed";
}

/// Reports of this process, as text, in place of printing them; errors throw.
inline std::string& collected_reports() {
  static std::string text;
  return text;
}
inline void collect_reports() {
  sc_core::sc_report_handler::set_handler(
      [](const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
        collected_reports() += std::string(report.get_msg_type()) + ": " + report.get_msg() + "\n";
        if ((actions & sc_core::SC_THROW) != 0) throw report;
      });
}

}  // namespace wayfarer::systemc_test
