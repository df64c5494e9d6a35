# How everything is compiled: language, warnings, optimisation, sanitizers, ccache, mold.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()
# Line tables (-g1) cost no speed and make a stack trace readable.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CLEW_CCACHE ccache)
  if(CLEW_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CLEW_CCACHE})
  endif()
endif()
find_program(CLEW_MOLD mold)
if(CLEW_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

if(CLEW_SANITIZE)
  set(sanitize_options -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_compile_options(${sanitize_options})
  add_link_options(${sanitize_options})
endif()
if(CLEW_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
endif()
if(CLEW_FUZZ)
  # The library gets the coverage counters only; libFuzzer's main comes with each fuzz target.
  set(fuzz_options -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  add_compile_options(${fuzz_options})
  add_link_options(${fuzz_options})
endif()

# The warnings of one of our own targets.
function(clew_compiler_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # g++ 12 sees overlapping copies in `"text" + std::string` where there are none (bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(CLEW_SANITIZE OR CLEW_SANITIZE_THREADS)
    # The checks that the sanitizers insert confuse this analysis; the plain build makes it anyway.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
  if(CLEW_WARNINGS_AS_ERRORS AND NOT CLEW_FUZZ)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# Headers and templates of the standard library take more time than our own text: sources that are
# compiled together share them.  A folder is cut into pieces, which also keeps two cores busy.
function(clew_compile_by_folder target)
  if(NOT CLEW_UNITY)
    return()
  endif()
  set(piece_max 8)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    math(EXPR piece "0${count_${folder}} / ${piece_max}")
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${piece})
  endforeach()
  # These say the names of enumerators without their type, which others use for types.
  set(alone property/formula_implication property/formula_lexer property/formula_rewrite
    property/ltl_to_automaton engine/explicit/explicit_engine)
  foreach(name IN LISTS alone)
    set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/src/clew/${name}.cpp
      PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
