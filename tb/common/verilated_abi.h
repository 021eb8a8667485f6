/* The C interface of a verilated network, exported by a shared library built from RTL. One
 * function, `wayfarer_verilated_network`, returns the table below, which leads to everything else.
 * Numbers have the meaning of sim/core/network.hpp. */
#ifndef WAYFARER_VERILATED_ABI_H_
#define WAYFARER_VERILATED_ABI_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WAYFARER_VERILATED_ABI_VERSION 10u

typedef struct {
  uint32_t terminals;
  uint32_t channels;
  uint32_t injection_ports;
  uint32_t parallel_ports;
  uint32_t drivers_per_channel;
  uint32_t flit_bytes;
  uint32_t buffers_per_driver;
  uint32_t header_id_mask;
  uint32_t channel_id_mask;
  uint32_t least_data_flits;
  uint32_t segment_flits;
  uint32_t has_waves;
} wayfarer_shape;

typedef struct {
  uint32_t terminal;
  uint32_t injection_port;
  uint32_t tag;
  uint32_t index;
  uint32_t message;
  uint32_t destination;
  uint32_t length_bytes;
  uint32_t number; /* of the message in its run, for waves */
} wayfarer_offer;

typedef struct {
  uint32_t terminal;
  uint32_t driver;
  uint32_t buffer;
  uint32_t tag;
  uint32_t intact;
  uint32_t index;
  uint32_t message;
  uint32_t place;
  uint32_t first;
  uint32_t last;
} wayfarer_delivery;

typedef struct {
  uint32_t channel;
  uint32_t driver;
  uint32_t buffer;
  uint32_t tag;
  uint32_t acknowledged;
  uint32_t message; /* of a head */
  uint32_t packet;
} wayfarer_transfer;

typedef struct {
  uint32_t terminal;
  uint32_t causes;
} wayfarer_error;

/* Signals of waves: those of a scope and of so many levels below it. */
typedef struct {
  const char* name;
  int levels;
} wayfarer_scope;

/* The results of a step; valid until the next one. */
typedef struct {
  const wayfarer_delivery* deliveries;
  size_t delivery_count;
  const wayfarer_transfer* transfers;
  size_t transfer_count;
  const wayfarer_error* errors;
  size_t error_count;
  const uint8_t* drivers; /* one for each channel */
  const char* failure;    /* an assertion of the RTL that failed; else null */
} wayfarer_step;

typedef struct {
  uint32_t version;
  wayfarer_shape shape;
  void* (*create)(void);
  void (*destroy)(void* network);
  void (*reset)(void* network);
  void (*seed)(void* network, uint32_t seed); /* of the senders' draws, from the next reset on;
                                               * null: they draw nothing */
  const uint16_t* (*ready)(void* network);    /* one for each terminal; stays in place */
  void (*offer)(void* network, const wayfarer_offer* offer);
  void (*stall)(void* network, uint32_t terminal, int stalled);
  void (*step)(void* network, wayfarer_step* result);
  /* path null: stop. Of the signals in these scopes; none: of all. 0 when there are no waves, and
   * with a reason in errno (0: unknown) when a file cannot be opened or the last one is not whole.
   */
  int (*trace_to)(void* network, const char* path, const wayfarer_scope* scopes, size_t count);
  /* Registers of the family's own control port (RegisterPort in sim/core/control_port.hpp); null:
   * there are none. 0 where the network cannot take or give the value now. */
  int (*write_register)(void* network, uint32_t at, uint32_t address, uint32_t value);
  int (*read_register)(void* network, uint32_t at, uint32_t address, uint32_t* value);
} wayfarer_verilated;

__attribute__((visibility("default"))) const wayfarer_verilated* wayfarer_verilated_network(void);

#ifdef __cplusplus
}
#endif

#endif
