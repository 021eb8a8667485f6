/* A token visits all terminals of a network: each delivery sends the next message.
 *
 *   cc token.c -o token $(pkg-config --cflags --libs wayfarer) && ./token mesh4x4 rtl
 */
#include <inttypes.h>
#include <stdio.h>

#include <wayfarer.h>

struct token {
  wayfarer_network* network;
  uint32_t terminals;
  uint64_t cycles; /* Sum of the latencies. */
  int failed;
};

static int pass_on(const wayfarer_delivery* message, void* user) {
  struct token* token = user;
  token->cycles += message->delivered - message->sent + 1;
  if (message->destination == 0) return 0;
  token->failed =
      wayfarer_send(token->network, message->destination,
                    (message->destination + 1) % token->terminals, message->bytes, 0, 0);
  return token->failed;
}

int main(int argc, char** argv) {
  struct token token = {0};
  wayfarer_information about;
  if (argc != 3) return fprintf(stderr, "usage: token NETWORK ENGINE\n"), 2;
  if (wayfarer_open(argv[1], argv[2], 1, &token.network))
    return fprintf(stderr, "token: %s\n", wayfarer_error(NULL)), 1;
  wayfarer_inform(token.network, &about, sizeof about);
  token.terminals = about.terminals;
  wayfarer_on_delivery(token.network, pass_on, &token);

  wayfarer_send(token.network, 0, 1, 64, 0, 0);
  while (!token.failed && wayfarer_next_event(token.network) != WAYFARER_NEVER)
    token.failed = wayfarer_advance(token.network, WAYFARER_NEVER);
  if (token.failed)
    fprintf(stderr, "token: %s\n", wayfarer_error(token.network));
  else
    printf("%" PRIu32 " hops of 64 bytes in %" PRIu64 " cycles: %.1f cycles each\n",
           token.terminals, wayfarer_now(token.network),
           (double)token.cycles / (double)token.terminals);
  wayfarer_close(token.network);
  return token.failed ? 1 : 0;
}
