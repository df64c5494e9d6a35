# cmake -DPROGRAM= -DGOLDEN= -P compare_output.cmake: runs the program and compares all it prints
# with the golden file.  After a wanted change: PROGRAM >GOLDEN, and read the diff.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM}: error: ended with ${code}\n${output}")
endif()
file(READ ${GOLDEN} golden)
if(NOT output STREQUAL golden)
  message(FATAL_ERROR "${PROGRAM}: error: printed\n${output}\n${GOLDEN} expects\n${golden}")
endif()
