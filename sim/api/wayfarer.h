/* Wayfarer's networks for other programs: messages go in, deliveries come out, cycle by cycle.
 *
 *   wayfarer_network* network;
 *   if (wayfarer_open("mesh4x4", "model", 1, &network) != WAYFARER_OK)
 *     return puts(wayfarer_error(NULL));
 *   wayfarer_on_delivery(network, print_delivery, NULL);
 *   wayfarer_send(network, 0, 15, 64, 0, 0);
 *   wayfarer_step(network, 100);
 *   wayfarer_close(network);
 *
 * Several networks may be open at a time. Each is used by one thread at a time. Times are in cycles
 * of the network's clock, counted from 0; lengths are in bytes of data.
 */
#ifndef WAYFARER_H_
#define WAYFARER_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wayfarer_status {
  WAYFARER_OK = 0,
  WAYFARER_CHECK_FAILED = 1, /* The network is at fault: lost, changed or stuck messages, or a
                                difference in lockstep. Every later step returns this again. */
  WAYFARER_USAGE = 2,        /* An argument, configuration or tool; the text says what is legal. */
  WAYFARER_STOPPED = 3,      /* The observer has stopped the call. */
  WAYFARER_INTERNAL = 4      /* Out of memory, or a defect of this library. */
} wayfarer_status;

/* No event is to come. */
#define WAYFARER_NEVER UINT64_MAX

typedef struct wayfarer_network wayfarer_network;

/* A message that has arrived complete. */
typedef struct wayfarer_delivery {
  uint64_t tag; /* As it was sent; likewise: */
  uint32_t source;
  uint32_t destination;
  uint32_t bytes;
  uint32_t reserved;
  uint64_t sent;      /* The cycle in which it was due at its source. */
  uint64_t started;   /* The cycle in which the network took its first flit. */
  uint64_t delivered; /* The cycle of its last flit; the latency is delivered - sent + 1. */
} wayfarer_delivery;

/* Called for each message that has arrived, after the cycle of its last flit; the next cycle has
 * begun, and messages may be sent in it. 0: go on; anything else stops the call that steps, which
 * returns WAYFARER_STOPPED; the next one reports the remaining deliveries of the cycle first. */
typedef int (*wayfarer_observer)(const wayfarer_delivery* delivery, void* user);

typedef struct wayfarer_information {
  uint32_t terminals;
  uint32_t channels;
  uint32_t flit_bytes;
  uint32_t longest_message; /* In bytes; longer messages are sent in parts. */
  uint64_t sent;            /* Messages; likewise: */
  uint64_t delivered;
  uint64_t delivered_flits; /* With headers. */
} wayfarer_information;

/* The version of the library, "1.0.0". Within a major version, functions and members are added at
 * most. */
const char* wayfarer_version(void);

/* Opens a network. `configuration`: the name of a shipped configuration, the path of a TOML file,
 * or, if it has a line break, TOML text. `engine`: "model", "rtl", "both" (lockstep), "netlist" or
 * "both-netlist"; hardware is built when it is first needed, which takes seconds to minutes.
 * `seed`: of all random choices. When it fails, wayfarer_error(NULL) has the reason. */
wayfarer_status wayfarer_open(const char* configuration, const char* engine, uint64_t seed,
                              wayfarer_network** network);

/* Nothing happens if it is NULL. */
void wayfarer_close(wayfarer_network* network);

/* The text of the last call on this network that failed; of NULL, that of this thread's last
 * wayfarer_open, or call on NULL. Valid until the next call. */
const char* wayfarer_error(const wayfarer_network* network);

/* Sends a message: it joins the queue of its source in cycle `at`; 0: in the next one. Messages of
 * one source start in the order of these cycles, and of these calls. */
wayfarer_status wayfarer_send(wayfarer_network* network, uint32_t source, uint32_t destination,
                              uint32_t bytes, uint64_t tag, uint64_t at);

/* Replaces the observer; NULL: none. `user` is passed on to it. */
wayfarer_status wayfarer_on_delivery(wayfarer_network* network, wayfarer_observer observer,
                                     void* user);

/* Steps so many cycles. */
wayfarer_status wayfarer_step(wayfarer_network* network, uint64_t cycles);

/* Steps until a cycle has delivered messages, or until cycle `end` comes next. */
wayfarer_status wayfarer_advance(wayfarer_network* network, uint64_t end);

/* The cycles done; the number of the next one. */
uint64_t wayfarer_now(const wayfarer_network* network);

/* The first cycle in which something can happen: the next one while messages are under way, else
 * the cycle in which the next message is due, or WAYFARER_NEVER. */
uint64_t wayfarer_next_event(const wayfarer_network* network);

/* Fills the first `size` bytes: pass sizeof(wayfarer_information). */
wayfarer_status wayfarer_inform(const wayfarer_network* network, wayfarer_information* information,
                                size_t size);

/* Writes the flits that each of the first `count` channels has moved, and returns the number of
 * channels. */
size_t wayfarer_channel_flits(const wayfarer_network* network, uint64_t* flits, size_t count);

#ifdef __cplusplus
}
#endif

#endif
