# cmake -DTESTS=program -DFOLDER=. -DOUTCOMES=folder -DOUTPUT=suites.cmake -P list_suites.cmake:
# writes a CTest test for each suite of the test program, and several for a suite of many cases.
#
# One process for each case costs more than the cases do: the program registers some 9,000 of them
# each time.  A suite is cut so that no piece holds up the end of a parallel run.
execute_process(COMMAND ${TESTS} --gtest_list_tests WORKING_DIRECTORY ${FOLDER}
  OUTPUT_VARIABLE listing RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${TESTS}: error: the tests cannot be listed: ${code}")
endif()
string(REGEX REPLACE "[[;]" "_" listing "${listing}")
string(REPLACE "]" "_" listing "${listing}")
string(REPLACE "\n" ";" lines "${listing}")

set(cases_of_a_piece 40)
set(text "")
function(add_suite suite cases)
  math(EXPR pieces "(${cases} + ${cases_of_a_piece} - 1) / ${cases_of_a_piece}")
  math(EXPR last "${pieces} - 1")
  foreach(piece RANGE ${last})
    set(name ${suite})
    if(pieces GREATER 1)
      math(EXPR number "${piece} + 1")
      set(name "${suite} ${number}/${pieces}")
    endif()
    string(MAKE_C_IDENTIFIER "${name}" file)
    # CLEW_CACHE: the user's own is none of our business.
    string(APPEND text
      "add_test([==[${name}]==] ${TESTS} --gtest_brief=1 [==[--gtest_filter=${suite}.*]==])\n"
      "set_tests_properties([==[${name}]==] PROPERTIES WORKING_DIRECTORY [==[${FOLDER}]==] "
      "TIMEOUT 1800 SKIP_RETURN_CODE 77 ENVIRONMENT [==[CLEW_CACHE=off;"
      "CLEW_TEST_OUTCOMES=${OUTCOMES}/${file}.txt;"
      "GTEST_TOTAL_SHARDS=${pieces};GTEST_SHARD_INDEX=${piece}]==])\n")
  endforeach()
  set(text "${text}" PARENT_SCOPE)
endfunction()

set(suite "")
set(cases 0)
foreach(line IN LISTS lines)
  if(line MATCHES "^  ")
    math(EXPR cases "${cases} + 1")
  elseif(line MATCHES "^([^ ]+)\\.( .*)?$")
    set(next ${CMAKE_MATCH_1})
    if(cases GREATER 0)
      add_suite(${suite} ${cases})
    endif()
    set(suite ${next})
    set(cases 0)
  endif()
endforeach()
if(cases GREATER 0)
  add_suite(${suite} ${cases})
endif()
file(WRITE ${OUTPUT} "${text}")
