// The program as users call it, through a shell, for tests of its commands.
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

struct Outcome {
  int status = -1;
  std::string text;  ///< Standard output and error together.
};

inline Outcome shell(const std::string& command) {
  Outcome outcome;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    outcome.text.append(buffer.data(), count);
  const int status = ::pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

/// Runs the program through a shell, `before` in front of it.
inline Outcome wayfarer(const std::string& arguments, const std::string& before = "",
                        const std::string& redirection = "2>&1") {
  return shell(before + " '" WAYFARER_PROGRAM "' " + arguments + " " + redirection);
}

inline std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct Folder {
  Folder()
      : path(std::filesystem::temp_directory_path() /
             ("wayfarer-cli-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  std::filesystem::path path;
};
