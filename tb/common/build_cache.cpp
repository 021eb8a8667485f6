#include "common/build_cache.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

/// Locked while what it names is looked up or made.
class FileLock {
 public:
  explicit FileLock(const fs::path& path)
      : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (file_ < 0 || flock(file_, LOCK_EX) != 0)
      throw UsageError(
          fmt::format("cannot lock {}: {}; legal: a cache that can be written "
                      "(WAYFARER_CACHE names one)",
                      path.string(), std::strerror(errno)));
  }
  ~FileLock() { close(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

/// Throws where somebody else could have put something into a file or folder that exists.
void expect_private(const fs::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return;
  constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;
  const bool own = found.st_uid == ::geteuid() || found.st_uid == 0;
  if (own && (found.st_mode & kOthersWrite) == 0) return;
  throw UsageError(fmt::format(
      "{}: {}, and code is loaded from it; legal: a cache of your own that only you can write to "
      "(WAYFARER_CACHE names one, 'chmod go-w' closes one)",
      path.string(), own ? "other users can write to it" : "belongs to another user"));
}

void make_private(const fs::path& path) {
  fs::permissions(path, fs::perms::group_write | fs::perms::others_write, fs::perm_options::remove);
}

fs::path size_file(const fs::path& entry, const std::string& done) {
  return entry / (done + ".size");
}

/// The file is as long as it was when it was made: a truncated library crashes who loads it.
bool is_whole(const fs::path& entry, const std::string& done) {
  std::uintmax_t size = 0;
  std::error_code error;
  return std::ifstream(size_file(entry, done)) >> size &&
         fs::file_size(entry / done, error) == size && !error;
}

}  // namespace

fs::path make_entry(const fs::path& entry, const std::string& done,
                    const std::function<void(const fs::path&)>& make) {
  const auto ready = [&] {
    for (const fs::path& path : {entry.parent_path(), entry, entry / done}) expect_private(path);
    return is_whole(entry, done);
  };
  if (ready()) return entry;
  std::error_code error;
  if (fs::create_directories(entry.parent_path(), error)) make_private(entry.parent_path());
  if (error)
    throw UsageError(
        fmt::format("cannot make {}: {}", entry.parent_path().string(), error.message()));
  const FileLock lock(entry.string() + ".lock");
  if (ready()) return entry;

  const fs::path work = entry.string() + ".partial";
  fs::remove_all(work);
  fs::create_directories(work);
  make_private(work);
  try {
    make(work);
  } catch (const Interrupted&) {
    fs::remove_all(work);
    throw;
  }
  make_private(work / done);
  std::ofstream(size_file(work, done)) << fs::file_size(work / done) << '\n';
  fs::remove_all(entry);
  fs::rename(work, entry);
  return entry;
}

}  // namespace wayfarer
