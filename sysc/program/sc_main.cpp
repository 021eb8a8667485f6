// For programs with a `main` of their own. libsystemc has another, which calls this function; the
// library does not link without it.
#include <systemc>

int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }
