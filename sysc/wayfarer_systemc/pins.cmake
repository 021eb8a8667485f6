# wayfarer_systemc(NAME TOP top CONFIG file [TRACE]): a library with the pins of a network as a SystemC module
# V<NAME>, in the header V<NAME>.h. TOP is <family>_network or <family>_streams, CONFIG a configuration file or
# the name of a shipped one. With TRACE it writes waves, by Verilator's VerilatedVcdSc.
#
# It needs WAYFARER_PROGRAM, the program `wayfarer`; WAYFARER_DATA_DIR, the folder that rtl/ is in; and
# SYSTEMC_LIBRARY. Verilator runs at build time, when the configuration or the RTL has changed.
find_package(verilator REQUIRED HINTS $ENV{VERILATOR_ROOT})
set(WAYFARER_VERILATE ${CMAKE_CURRENT_LIST_DIR}/verilate.cmake)

function(wayfarer_systemc name)
  cmake_parse_arguments(ARG "TRACE" "TOP;CONFIG" "" ${ARGN})
  if(NOT ARG_TOP OR NOT ARG_CONFIG OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "wayfarer_systemc(${name} ${ARGN}); legal: NAME TOP top CONFIG file [TRACE]")
  endif()
  set(config ${ARG_CONFIG})
  set(depends ${WAYFARER_PROGRAM} ${WAYFARER_VERILATE})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_CONFIG})
    set(config ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_CONFIG})
  endif()
  if(IS_ABSOLUTE ${config})
    list(APPEND depends ${config})
  endif()
  file(GLOB_RECURSE rtl CONFIGURE_DEPENDS ${WAYFARER_DATA_DIR}/rtl/*.sv ${WAYFARER_DATA_DIR}/rtl/*.svh
       ${WAYFARER_DATA_DIR}/rtl/*.f)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name}.pins)
  add_custom_command(OUTPUT ${folder}/all.cpp ${folder}/V${name}.h
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=${WAYFARER_PROGRAM} -DVERILATOR=${VERILATOR_BIN} -DNAME=${name}
            -DTOP=${ARG_TOP} -DCONFIG=${config} -DTRACE=${ARG_TRACE} -DFOLDER=${folder}
            -P ${WAYFARER_VERILATE}
    WORKING_DIRECTORY ${WAYFARER_DATA_DIR}
    DEPENDS ${depends} ${rtl}
    COMMENT "Verilating ${ARG_TOP} of ${ARG_CONFIG} for SystemC" VERBATIM)
  set(runtime verilated verilated_threads)
  if(ARG_TRACE)
    list(APPEND runtime verilated_vcd_c verilated_vcd_sc)
  endif()
  list(TRANSFORM runtime REPLACE "(.+)" "${VERILATOR_ROOT}/include/\\1.cpp")
  find_package(Threads REQUIRED)
  add_library(${name} STATIC ${folder}/all.cpp ${folder}/V${name}.h ${runtime})
  target_include_directories(${name} SYSTEM PUBLIC
    ${folder} ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
  # The run time differs with SystemC.
  target_compile_definitions(${name} PUBLIC VM_SC=1 VM_TRACE=$<BOOL:${ARG_TRACE}>)
  target_compile_options(${name} PRIVATE -w -faligned-new)
  target_link_libraries(${name} PUBLIC ${SYSTEMC_LIBRARY} Threads::Threads atomic)
endfunction()
