# The build step of wayfarer_systemc (pins.cmake): verilates, and gathers what Verilator has written in a file.
execute_process(COMMAND ${PROGRAM} build ${CONFIG} --arguments ${TOP}
  OUTPUT_VARIABLE arguments OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(arguments UNIX_COMMAND "${arguments}")
set(trace)
if(TRACE)
  set(trace --trace)
endif()
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${VERILATOR} --sc -Wno-fatal -Wno-lint -Wno-style ${trace} --prefix V${NAME}
  --Mdir ${FOLDER} ${arguments} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB sources ${FOLDER}/*.cpp)
set(text)
foreach(source ${sources})
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${FOLDER}/all.cpp "${text}")
