// Missing memory is told apart from missing files.
#include "core/memory.hpp"

#include <catch2/catch.hpp>
#include <new>
#include <system_error>

#include "core/files.hpp"

using namespace wayfarer;

TEST_CASE("an error for want of memory is thrown, others are left to the caller", "[memory]") {
  CHECK_THROWS_AS(expect_memory(std::make_error_code(std::errc::not_enough_memory)),
                  std::bad_alloc);
  CHECK_NOTHROW(expect_memory(std::make_error_code(std::errc::no_such_file_or_directory)));
  CHECK_NOTHROW(expect_memory(std::error_code()));
}

TEST_CASE("a folder that does not exist has no entries", "[memory]") {
  CHECK(entries_of("no such folder") == std::filesystem::directory_iterator());
  CHECK(entries_of(".") != std::filesystem::directory_iterator());
}
