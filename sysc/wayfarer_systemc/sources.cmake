# What a project compiles beside its own sources, with its own SystemC and standard: the modules of this
# folder. They need the libraries of sim/ and tb/.
set(WAYFARER_SYSTEMC_SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/network.cpp
  ${CMAKE_CURRENT_LIST_DIR}/terminal.cpp)
set(WAYFARER_SYSTEMC_HEADERS
  ${CMAKE_CURRENT_LIST_DIR}/analysis_port.hpp
  ${CMAKE_CURRENT_LIST_DIR}/network.hpp
  ${CMAKE_CURRENT_LIST_DIR}/reports.hpp
  ${CMAKE_CURRENT_LIST_DIR}/signals.hpp
  ${CMAKE_CURRENT_LIST_DIR}/terminal.hpp)
