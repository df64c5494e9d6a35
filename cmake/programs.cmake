# The small programs: one per source file in examples/, bench/ and fuzz/.

# clew_add_program(TARGET OUTPUT_FOLDER SOURCES...) leaves the program at build/OUTPUT_FOLDER, under
# the name of its first source.
function(clew_add_program target output_folder first_source)
  cmake_path(GET first_source STEM name)
  add_executable(${target} ${first_source} ${ARGN})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${output_folder})
  target_link_libraries(${target} PRIVATE clew::clew)
  clew_compiler_options(${target})
endfunction()

# Every example is built, run and, when tests/golden/examples/<name>.txt exists, compared with it.
# Examples run in the top folder, so they may name models/... without more.
function(clew_add_examples)
  file(GLOB sources CONFIGURE_DEPENDS examples/*.cpp)
  file(GLOB goldens CONFIGURE_DEPENDS tests/golden/examples/*.txt)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    clew_add_program(example_${name} examples ${source})
    set(golden ${CMAKE_CURRENT_SOURCE_DIR}/tests/golden/examples/${name}.txt)
    if(golden IN_LIST goldens)
      add_test(NAME example.${name}
        COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:example_${name}> -DGOLDEN=${golden}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/compare_output.cmake
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    else()
      add_test(NAME example.${name} COMMAND example_${name}
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    endif()
  endforeach()
endfunction()

function(clew_add_bench_programs)
  add_custom_target(bench_programs)
  file(GLOB sources CONFIGURE_DEPENDS bench/*.cpp)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    clew_add_program(bench_${name} bench ${source})
    add_dependencies(bench_programs bench_${name})
  endforeach()
endfunction()

# The target fuzz_seeds_<language>: the inputs of tests/malformed/<language>, one file each.
function(clew_unpack_cases language)
  if(TARGET fuzz_seeds_${language})
    return()
  endif()
  set(cases ${CMAKE_CURRENT_SOURCE_DIR}/tests/malformed/${language})
  set(unpack ${CMAKE_CURRENT_SOURCE_DIR}/scripts/unpack_cases)
  set(seeds ${CMAKE_CURRENT_BINARY_DIR}/fuzz/seeds/${language})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${cases}/*)
  add_custom_command(OUTPUT ${seeds}.unpacked
    COMMAND ${unpack} ${cases} ${seeds}
    COMMAND ${CMAKE_COMMAND} -E touch ${seeds}.unpacked
    DEPENDS ${unpack} ${files}
    COMMENT "Unpacking the cases of ${language}"
    VERBATIM)
  add_custom_target(fuzz_seeds_${language} DEPENDS ${seeds}.unpacked)
endfunction()

# fuzz/<language>_<what>.cpp defines LLVMFuzzerTestOneInput.  With CLEW_FUZZ it is driven by
# libFuzzer, otherwise by fuzz/driver.cpp, which runs the seeds once.  Seeds are what is there of
# fuzz/corpus/<language>_<what>, models/<language> and tests/malformed/<language>; the last are
# unpacked into build/fuzz/seeds/<language>.
function(clew_add_fuzz_targets)
  file(GLOB sources CONFIGURE_DEPENDS fuzz/*.cpp)
  list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/driver.cpp)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    string(REGEX REPLACE "_.*" "" language ${name})
    set(seeds)
    foreach(folder fuzz/corpus/${name} models/${language})
      if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
        list(APPEND seeds ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
      endif()
    endforeach()
    if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/tests/malformed/${language})
      clew_unpack_cases(${language})
      list(APPEND seeds ${CMAKE_CURRENT_BINARY_DIR}/fuzz/seeds/${language})
    endif()

    if(CLEW_FUZZ)
      clew_add_program(fuzz_${name} fuzz ${source})
      target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
      # libFuzzer writes what it finds into the first folder, and inputs that fail beside it.
      set(found ${CMAKE_CURRENT_BINARY_DIR}/found/${name})
      file(MAKE_DIRECTORY ${found}/corpus)
      math(EXPR timeout "${CLEW_FUZZ_SECONDS} + 120")
      add_test(NAME fuzz.${name}
        COMMAND fuzz_${name} -max_total_time=${CLEW_FUZZ_SECONDS} -timeout=60 -rss_limit_mb=4096
          -print_final_stats=1 -artifact_prefix=${found}/ ${found}/corpus ${seeds})
      set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT ${timeout})
    else()
      clew_add_program(fuzz_${name} fuzz ${source} fuzz/driver.cpp)
      add_test(NAME fuzz.${name} COMMAND fuzz_${name} ${seeds})
    endif()
    if(TARGET fuzz_seeds_${language})
      add_dependencies(fuzz_${name} fuzz_seeds_${language})
    endif()
  endforeach()
endfunction()
