# What a project compiles beside its own sources, with its own SystemC: the modules of this folder. They need
# the libraries of sim/ and tb/.
set(WAYFARER_SYSTEMC_SOURCES address_map bench/current_run bench/network_bench estimate hops make_engine message_port
  network station terminal tlm_network transaction_waves wire)
list(TRANSFORM WAYFARER_SYSTEMC_SOURCES REPLACE "(.+)" "${CMAKE_CURRENT_LIST_DIR}/\\1.cpp")
set(WAYFARER_SYSTEMC_HEADERS address_map agenda analysis_port bench/bench bench/current_run
  bench/error_monitor bench/event_monitor bench/latency_monitor bench/network_bench bench/network_under_test
  bench/records bench/reference_model bench/scoreboard bench/throughput_monitor bench/traffic_generator
  bench/watchdog estimate hops
  journey make_engine message_port network reports signals station terminal tlm_network transaction
  transaction_waves wire)
list(TRANSFORM WAYFARER_SYSTEMC_HEADERS REPLACE "(.+)" "${CMAKE_CURRENT_LIST_DIR}/\\1.hpp")
