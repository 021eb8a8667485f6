// Copies of text in a verilated network: Verilator's run time uses them without asking whether
// there was memory for them.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

// Nothing can be thrown from here. std::terminate ends the process in the words for missing memory
// (core/memory.hpp) if the handler of operator new has been called.
extern "C" char* strdup(const char* text) noexcept {
  const std::size_t size = std::strlen(text) + 1;
  void* const copy = std::malloc(size);
  if (copy == nullptr) {
    if (const std::new_handler handler = std::get_new_handler()) handler();
    std::terminate();
  }
  return static_cast<char*>(std::memcpy(copy, text, size));
}
