#include "common/build_cache.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/installation.hpp"
#include "core/memory.hpp"

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

[[noreturn]] void refuse(const fs::path& path, const char* fault) {
  throw UsageError(fmt::format(
      "{}: {}, and code is loaded from it; legal: a cache of your own that only you can write to "
      "(WAYFARER_CACHE names one, 'chmod go-w' closes one)",
      path.string(), fault));
}

/// Whether this user relies on that one anyway: the system's administrator, who is not user 0 in
/// some containers, and the owner of the sources that libraries are built of.
bool is_trusted(uid_t user) {
  if (user == ::geteuid() || user == 0) return true;
  struct stat found {};
  const fs::path sources = data_folder("rtl");
  for (const char* relied_on : {"/", sources.c_str()})
    if (::stat(relied_on, &found) == 0 && found.st_uid == user) return true;
  return false;
}

/// Throws if another user could have changed an existing file or folder.
void expect_private(const fs::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return;
  constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;
  if (!is_trusted(found.st_uid)) refuse(path, "belongs to another user");
  if ((found.st_mode & kOthersWrite) != 0) refuse(path, "other users can write to it");
}

/// Throws if another user could exchange a folder or link on the path. In a sticky
/// folder, such as /tmp, only the owner of an entry can.
void expect_trusted_way(const fs::path& path, unsigned links = 0) {
  constexpr unsigned kMostLinks = 40;
  if (links > kMostLinks) refuse(path, "has too many links on the way");
  fs::path reached;
  for (const fs::path& part : fs::absolute(path)) {
    const fs::path next = reached / part;
    struct stat found {};
    if (::lstat(next.c_str(), &found) != 0) return;  // to be made
    if (!is_trusted(found.st_uid)) refuse(next, "belongs to another user");
    if (S_ISLNK(found.st_mode))
      expect_trusted_way(reached / fs::read_symlink(next), links + 1);
    else if ((found.st_mode & (S_IWOTH | S_ISVTX)) == S_IWOTH)
      refuse(next, "other users can write to it");
    std::error_code dangling;
    reached = fs::canonical(next, dangling);
    expect_memory(dangling);
    if (dangling) return;
  }
}

void make_private(const fs::path& path) {
  fs::permissions(path, fs::perms::group_write | fs::perms::others_write, fs::perm_options::remove);
}

fs::path sum_file(const fs::path& entry, const std::string& done) {
  return entry / (done + ".xxh3");
}

/// The hash of a file's bytes; none where it cannot be read.
std::optional<std::string> sum_of(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat found {};
  const bool known = ::fstat(file, &found) == 0 && found.st_size > 0;
  const auto size = static_cast<std::size_t>(found.st_size);
  void* const bytes =
      known ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0) : MAP_FAILED;
  ::close(file);
  if (bytes == MAP_FAILED) return std::nullopt;
  const XXH64_hash_t sum = XXH3_64bits(bytes, size);
  ::munmap(bytes, size);
  return fmt::format("{:016x}", sum);
}

/// The file is as it was made: a damaged library crashes the program that loads it.
bool is_whole(const fs::path& entry, const std::string& done) {
  std::string sum;
  return std::ifstream(sum_file(entry, done)) >> sum && sum_of(entry / done) == sum;
}

}  // namespace

fs::path make_entry(const fs::path& entry, const std::string& done,
                    const std::function<void(const fs::path&)>& make) {
  expect_trusted_way(entry.parent_path());
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
  try {
    fs::remove_all(work);
    fs::create_directories(work);
    make_private(work);
    make(work);
    make_private(work / done);
    write_output(sum_file(work, done).string(), sum_of(work / done).value_or("none") + "\n");
    fs::remove_all(entry);
    fs::rename(work, entry);
  } catch (const Interrupted&) {
    fs::remove_all(work);
    throw;
  } catch (const fs::filesystem_error& fault) {
    throw UsageError(fmt::format(
        "cannot make {}: {}; legal: a cache with space and permission (WAYFARER_CACHE names one)",
        entry.string(), fault.code().message()));
  }
  return entry;
}

}  // namespace wayfarer
