// A library for LD_PRELOAD that makes one call of a program fail, as a full disk or memory would.
//
// WAYFARER_FAULT is KIND:N, or KIND:N+ where every call from the N-th on fails. Kinds:
//   allocation  malloc and its like, and with them operator new; the start of a thread
//   output      opening, writing, flushing, synchronising, closing, renaming and making of files
//   input       reading
// N counts from 1, from the call of main on, in the process that main was called in: programs that
// it starts are left alone. Standard error never fails: it has the words to be looked at. Neither
// do calls of malloc by the SystemC kernel itself: it does not check them. At its end the
// process writes to the file WAYFARER_FAULT_SITES, for each kind, the numbers of the calls that are
// the first ones from their callers, up to kCallers of them, and the number of all calls. Callers
// in the program itself are told apart by address, those in libraries by function: a verilated
// network declares each of its signals to the wave file by a call of its own. With
// WAYFARER_FAULT_PLACE the call that fails is printed with its callers.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

enum Kind { kAllocation, kOutput, kInput, kKinds };
constexpr const char* kNames[kKinds] = {"allocation", "output", "input"};

constexpr int kCallers = 12;
constexpr std::size_t kMostSites = std::size_t{1} << 18;

std::atomic<unsigned long> counts[kKinds];
std::atomic<bool> armed{false};
Kind kind = kKinds;
unsigned long number = 0;
bool and_all_later = false;
bool prints_place = false;
const char* sites_path = nullptr;
int (*real_main)(int, char**, char**) = nullptr;
void* program = nullptr;          // its base address
std::uintptr_t kernel_begin = 0;  // the code of SystemC
std::uintptr_t kernel_end = 0;
thread_local bool inside = false;  // one wrapped function may call another

/// The first calls of a kind from each place.
struct Sites {
  std::uint64_t seen[2 * kMostSites];
  unsigned long first[kMostSites];
  std::size_t count;
};
Sites sites[kKinds];
std::atomic_flag sites_locked = ATOMIC_FLAG_INIT;

std::uint64_t place_of(void* caller) {
  Dl_info info;
  const bool in_program = dladdr(caller, &info) != 0 && info.dli_fbase == program;
  void* const function = in_program ? nullptr : _Unwind_FindEnclosingFunction(caller);
  return reinterpret_cast<std::uint64_t>(function != nullptr ? function : caller);
}

std::uint64_t hash_of_callers() {
  void* callers[kCallers + 3];
  const int found = backtrace(callers, kCallers + 3);
  std::uint64_t hash = 1;
  for (int i = 3; i < found; ++i) hash = (hash ^ place_of(callers[i])) * 0x9e3779b97f4a7c15u;
  return hash | 1;
}

void note_site(Kind which, unsigned long call) {
  inside = true;
  const std::uint64_t hash = hash_of_callers();
  inside = false;
  while (sites_locked.test_and_set()) {
  }
  Sites& known = sites[which];
  std::size_t place = hash % (2 * kMostSites);
  while (known.seen[place] != 0 && known.seen[place] != hash)
    place = (place + 1) % (2 * kMostSites);
  if (known.seen[place] == 0 && known.count < kMostSites) {
    known.seen[place] = hash;
    known.first[known.count++] = call;
  }
  sites_locked.clear();
}

template <class Function>
Function* next(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

int find_kernel(dl_phdr_info* library, std::size_t, void*) {
  if (std::strstr(library->dlpi_name, "libsystemc") == nullptr) return 0;
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = library->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    kernel_begin = library->dlpi_addr + part.p_vaddr;
    kernel_end = kernel_begin + part.p_memsz;
  }
  return 1;
}

bool is_in_kernel(const void* caller) {
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  return kernel_begin <= address && address < kernel_end;
}

/// Counts a call; whether it is to fail.
bool fails(Kind which) {
  if (!armed || inside) return false;
  const unsigned long now = ++counts[which];
  if (sites_path != nullptr) note_site(which, now);
  if (which != kind || (and_all_later ? now < number : now != number)) return false;
  if (prints_place) {
    inside = true;
    void* callers[64];
    backtrace_symbols_fd(callers, backtrace(callers, 64), STDERR_FILENO);
    inside = false;
  }
  return true;
}

/// While it lives, calls are neither counted nor failed.
struct Uncounted {
  Uncounted() { inside = true; }
  ~Uncounted() { inside = outer; }
  const bool outer = inside;
};

/// While it lives, what a stream writes finds a full disk.
class FullDisk {
 public:
  explicit FullDisk(std::FILE* stream)
      : descriptor_(fileno(stream)), kept_(fcntl(descriptor_, F_DUPFD_CLOEXEC, 100)) {
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    dup2(full, descriptor_);
    ::close(full);
  }
  ~FullDisk() {
    dup2(kept_, descriptor_);
    ::close(kept_);
  }

 private:
  int descriptor_;
  int kept_;
};

void read_environment() {
  sites_path = std::getenv("WAYFARER_FAULT_SITES");
  prints_place = std::getenv("WAYFARER_FAULT_PLACE") != nullptr;
  const char* const text = std::getenv("WAYFARER_FAULT");
  const char* const colon = text == nullptr ? nullptr : std::strchr(text, ':');
  if (colon == nullptr) return;
  for (int k = 0; k < kKinds; ++k)
    if (std::strncmp(text, kNames[k], static_cast<std::size_t>(colon - text)) == 0)
      kind = static_cast<Kind>(k);
  char* end = nullptr;
  number = std::strtoul(colon + 1, &end, 10);
  and_all_later = *end == '+';
}

int armed_main(int argc, char** argv, char** environment) {
  read_environment();
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(real_main), &info) != 0) program = info.dli_fbase;
  dl_iterate_phdr(find_kernel, nullptr);
  unsetenv("LD_PRELOAD");
  armed = true;
  return real_main(argc, argv, environment);
}

/// After main, as its static objects end.
__attribute__((destructor)) void write_sites() {
  armed = false;
  if (sites_path == nullptr) return;
  std::FILE* const file = std::fopen(sites_path, "w");
  for (int k = 0; k < kKinds; ++k) {
    std::fprintf(file, "%s", kNames[k]);
    for (std::size_t i = 0; i < sites[k].count; ++i) std::fprintf(file, " %lu", sites[k].first[i]);
    std::fprintf(file, " %lu\n", counts[k].load());
  }
  std::fclose(file);
}

}  // namespace

#define NEXT(name) static auto* const real = next(&::name, #name)
// The call fails with this error.
#define FAIL_IF(which, error, result) \
  if (fails(which)) {                 \
    errno = error;                    \
    return result;                    \
  }

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                      int (*init)(int, char**, char**), void (*fini)(), void (*rtld_fini)(),
                      void* stack_end) {
  static auto* const real = next(&__libc_start_main, "__libc_start_main");
  real_main = main;
  return real(armed_main, argc, argv, init, fini, rtld_fini, stack_end);
}

void* malloc(std::size_t size) {
  if (is_in_kernel(__builtin_return_address(0))) return __libc_malloc(size);
  FAIL_IF(kAllocation, ENOMEM, nullptr)
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  FAIL_IF(kAllocation, ENOMEM, nullptr)
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) {
  FAIL_IF(kAllocation, ENOMEM, nullptr)
  return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  FAIL_IF(kAllocation, ENOMEM, nullptr)
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (fails(kAllocation)) return ENOMEM;
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  NEXT(pthread_create);
  if (fails(kAllocation)) return EAGAIN;
  return real(thread, attributes, start, argument);
}

// Both names of each, for files of any size.
#define OPEN(name)                                                          \
  int name(const char* path, int flags, ...) {                              \
    NEXT(name);                                                             \
    FAIL_IF((flags & O_ACCMODE) == O_RDONLY ? kInput : kOutput, EMFILE, -1) \
    std::va_list more;                                                      \
    va_start(more, flags);                                                  \
    const int mode = va_arg(more, int);                                     \
    va_end(more);                                                           \
    return real(path, flags, mode);                                         \
  }
OPEN(open)
OPEN(open64)

#define FOPEN(name)                                                                         \
  std::FILE* name(const char* path, const char* mode) {                                     \
    NEXT(name);                                                                             \
    FAIL_IF(mode[0] == 'r' && std::strchr(mode, '+') == nullptr ? kInput : kOutput, EMFILE, \
            nullptr)                                                                        \
    const Uncounted uncounted;                                                              \
    return real(path, mode);                                                                \
  }
FOPEN(fopen)
FOPEN(fopen64)

ssize_t read(int file, void* bytes, std::size_t size) {
  NEXT(read);
  FAIL_IF(kInput, EIO, -1)
  return real(file, bytes, size);
}

ssize_t write(int file, const void* bytes, std::size_t size) {
  NEXT(write);
  if (file != STDERR_FILENO) FAIL_IF(kOutput, ENOSPC, -1)
  return real(file, bytes, size);
}

ssize_t writev(int file, const iovec* parts, int count) {
  NEXT(writev);
  if (file != STDERR_FILENO) FAIL_IF(kOutput, ENOSPC, -1)
  return real(file, parts, count);
}

int fsync(int file) {
  NEXT(fsync);
  FAIL_IF(kOutput, EIO, -1)
  return real(file);
}

int close(int file) {
  NEXT(close);
  const bool failed = file != STDERR_FILENO && fails(kOutput);
  const int result = real(file);
  if (!failed) return result;
  errno = EIO;
  return -1;
}

int rename(const char* from, const char* to) {
  NEXT(rename);
  FAIL_IF(kOutput, EIO, -1)
  return real(from, to);
}

int mkdir(const char* path, mode_t mode) {
  NEXT(mkdir);
  FAIL_IF(kOutput, ENOSPC, -1)
  return real(path, mode);
}

std::size_t fwrite(const void* bytes, std::size_t size, std::size_t count, std::FILE* stream) {
  NEXT(fwrite);
  const bool failed = stream != stderr && fails(kOutput);
  const Uncounted uncounted;
  if (!failed) return real(bytes, size, count, stream);
  const FullDisk full(stream);
  const std::size_t written = real(bytes, size, count, stream);
  return fflush(stream) != 0 ? 0 : written;
}

int fputs(const char* text, std::FILE* stream) {
  const std::size_t size = std::strlen(text);
  return fwrite(text, 1, size, stream) == size ? 1 : EOF;
}

int fflush(std::FILE* stream) {
  NEXT(fflush);
  const bool failed = stream != nullptr && stream != stderr && fails(kOutput);
  const Uncounted uncounted;
  if (!failed) return real(stream);
  const FullDisk full(stream);
  return real(stream);
}

int fclose(std::FILE* stream) {
  NEXT(fclose);
  const bool failed = stream != stderr && fails(kOutput);
  const Uncounted uncounted;
  const int result = real(stream);
  if (!failed) return result;
  errno = EIO;
  return EOF;
}

}  // extern "C"
