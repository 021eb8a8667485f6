/* The C interface of a verilated module, exported by a shared library that is built from RTL. One
 * function, `wayfarer_verilated_module`, returns the table below, which leads to everything else.
 */
#ifndef WAYFARER_VERILATED_MODULE_H_
#define WAYFARER_VERILATED_MODULE_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WAYFARER_MODULE_VERSION 11u

/* A port, or a signal inside that the build makes public: an array of elements in one piece. */
typedef struct {
  const char* name;
  uint32_t bits;     /* of an element; 0: unknown, of signals inside */
  uint32_t bytes;    /* of an element: 1, 2, 4 or 8, or words of 32 bits, the lowest first */
  uint32_t elements; /* of all dimensions, the last one runs fastest */
  size_t offset;     /* of the first element, in the state of an instance */
} wayfarer_pin;

/* A row of waves that no traced instance has: an array. */
typedef struct {
  const char* scope; /* names with spaces between */
  const char* name;
  const uint32_t* values; /* each in words of 32 bits, the lowest first */
  size_t count;
  uint32_t bits; /* of a value */
  int array;     /* values have a number in the name */
  int vector;    /* a value of one bit has a range, too */
} wayfarer_row;

/* Signals of waves: those of a scope and of so many levels below it. */
typedef struct {
  const char* name;
  int levels;
} wayfarer_scope;

/* All of a wave file. */
typedef struct {
  const char* path;
  void* const* instances;
  size_t instance_count;
  const wayfarer_scope* scopes; /* none: everything */
  size_t scope_count;
  const wayfarer_row* rows;
  size_t row_count;
} wayfarer_waves;

typedef struct {
  uint32_t version;
  uint32_t has_waves;
  /* A bench has instances of the module and may write waves. It ends with its instances. */
  void* (*open)(void);
  void (*close)(void* bench);
  void* (*add)(void* bench, const char* name);

  /* All variables of an instance, which stay in place. */
  uint8_t* (*state)(void* instance);
  /* Where its registers are among them: with equal bytes and equal inputs two instances go on
   * alike. Not only registers: inputs are there, too. */
  size_t registers_at;
  size_t register_bytes;
  int only_registers;
  /* The module's pins; returns their number. An instance gives their places. */
  size_t (*pins)(void* instance, wayfarer_pin* pins, size_t room);

  void (*eval)(void* instance);
  /* The clock, which is low, rises and falls; what depends on registers is evaluated once. */
  void (*tick)(void* instance);
  /* Flips bits of a public register; 0 if there is none. The change is seen after `eval`. */
  int (*flip)(void* bench, const char* scope, const char* name, uint32_t bits);
  /* The first assertion that failed in this thread since the last call; null: none. */
  const char* (*failure)(void);

  /* Begins or, with null, ends a wave file. 0 when the library has no waves, and with a reason in
   * errno (0: unknown) when the file cannot be opened or the last one is not whole. */
  int (*trace)(void* bench, const wayfarer_waves* waves);
  void (*dump)(void* bench, uint64_t picoseconds);
} wayfarer_verilated;

__attribute__((visibility("default"))) const wayfarer_verilated* wayfarer_verilated_module(void);

#ifdef __cplusplus
}
#endif

#endif
