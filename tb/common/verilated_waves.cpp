// Verilator's writer of wave files (FST), which ignores whatever keeps its files from being
// written, and that memory ends. Here every stream is asked for failures before it is closed, and a
// failed write is remembered with its reason; an allocation that fails ends as operator new does.
#include "common/verilated_waves.hpp"

// The writer's headers come first: the definitions below are only for the writer itself.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <new>
#include <sstream>

#include "verilated.h"
#include "verilated_fst_c.h"

namespace {

/// The writer may have a thread of its own.
std::atomic<int> first_failure{0};

void note(int reason) {
  int none = 0;
  first_failure.compare_exchange_strong(none, reason == 0 ? EIO : reason);
}

int checked_fflush(FILE* file) {
  const int result = fflush(file);
  if (result != 0) note(errno);
  return result;
}

/// A failed write of any kind leaves its mark on the stream.
int checked_fclose(FILE* file) {
  if (ferror(file) != 0) note(0);
  const int result = fclose(file);
  if (result != 0) note(errno);
  return result;
}

/// The missing part of a file that has become too short cannot be mapped: to touch it ends the
/// process. Empty memory serves as well, since the wave file is lost.
void* checked_mmap(void* address, size_t length, int protection, int flags, int file,
                   off_t offset) {
  struct stat status {};
  if (fstat(file, &status) == 0 && status.st_size >= offset + static_cast<off_t>(length))
    return mmap(address, length, protection, flags, file, offset);
  note(0);
  return mmap(address, length, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void* checked_memory(void* memory) {
  if (memory != nullptr) return memory;
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

}  // namespace

namespace wayfarer {

int take_wave_failure() { return first_failure.exchange(0); }

}  // namespace wayfarer

#define fflush checked_fflush
#define fclose checked_fclose
#define mmap checked_mmap
#define malloc(size) checked_memory(malloc(size))
#define calloc(count, size) checked_memory(calloc(count, size))
#define realloc(memory, size) checked_memory(realloc(memory, size))
#include "verilated_fst_c.cpp"
