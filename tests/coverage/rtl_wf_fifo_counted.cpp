// Rationale: the queue's own test, with counters of coverage in every build, for the test of
// tests/coverage/coverage.py (test_coverage.py).
#ifndef WAYFARER_COVERAGE
#define WAYFARER_COVERAGE
#endif
#include "common/wf_fifo.cpp"
