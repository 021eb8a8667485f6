// Where built libraries are kept: complete entries that no other user could have written.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace wayfarer {

/// An entry of a cache, a folder: the one that is there, if its file `done` has the bytes that it
/// was made with, or a new one that `make` fills and that gets its name when it is complete.
/// Nothing stays of an interrupted one. Safe to call from several processes; a cache that is
/// read-only will do for an entry that is there. Returns the entry's path. Throws UsageError when
/// the cache cannot be written, or when another user owns it, could write to it or could exchange a
/// folder or link on the way to it: code is loaded from it.
std::filesystem::path make_entry(const std::filesystem::path& entry, const std::string& done,
                                 const std::function<void(const std::filesystem::path&)>& make);

}  // namespace wayfarer
