# Installs the public headers, and what they include; a header is not installed because it is there.
#
# A public header has a line here and one in docs/api.md that says what it is for;
# tests/installation_test.cpp compares the two.  What a header includes is looked up in
# `header_folders` when it is installed, and goes below `include_folder`.
cmake_minimum_required(VERSION 3.25)

set(public_headers
  clew/base/diagnostic.hpp
  clew/base/ids.hpp
  clew/base/leftovers.hpp
  clew/base/version.hpp
  clew/base/watch.hpp
  clew/check/check.hpp
  clew/check/portfolio.hpp
  clew/check/property_files.hpp
  clew/check/report.hpp
  clew/clew.hpp
  clew/engine/engine.hpp
  clew/export/aldebaran.hpp
  clew/export/dve.hpp
  clew/lang/language.hpp
  clew/model/codec.hpp
  clew/model/interpreter.hpp
  clew/model/judge_space.hpp
  clew/model/model.hpp
  clew/model/print.hpp
  clew/model/trace.hpp
  clew/model/validate.hpp
  clew/property/ctl_check.hpp
  clew/property/ctl_space.hpp
  clew/property/property.hpp
  clew/property/watched_space.hpp
  clew/render/graph.hpp
  clew/render/json.hpp
  clew/render/text.hpp
  clew/render/trace_text.hpp
  clew/space/best_first.hpp
  clew/space/branching.hpp
  clew/space/branching_components.hpp
  clew/space/branching_paths.hpp
  clew/space/breadth_first.hpp
  clew/space/cycle_algorithm.hpp
  clew/space/cycle_components.hpp
  clew/space/cycle_map.hpp
  clew/space/cycle_nested.hpp
  clew/space/cycle_owcty.hpp
  clew/space/cycle_parallel.hpp
  clew/space/cycle_search.hpp
  clew/space/cycle_trim.hpp
  clew/space/cycle_weak.hpp
  clew/space/depth_first.hpp
  clew/space/fair_graph.hpp
  clew/space/hash_store.hpp
  clew/space/iterative_deepening.hpp
  clew/space/nested_dfs.hpp
  clew/space/numbered_graph.hpp
  clew/space/random_walk.hpp
  clew/space/rules.hpp
  clew/space/scc.hpp
  clew/space/search.hpp
  clew/space/search_result.hpp
  clew/space/short_lasso.hpp
  clew/space/simulation.hpp
  clew/space/space.hpp
  clew/space/starting_at.hpp
  clew/space/state_hash.hpp
  clew/space/transform.hpp
  clew/store/exact_store.hpp
  clew/walk/expander_factory.hpp
  clew/walk/packing_choice.hpp
  clew/walk/path_to_moves.hpp
  clew/walk/state_set.hpp
)

cmake_path(ABSOLUTE_PATH include_folder BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX})
set(installed)
while(public_headers)
  list(POP_FRONT public_headers header)
  if(header IN_LIST installed)
    continue()
  endif()
  list(APPEND installed ${header})
  cmake_path(GET header PARENT_PATH folder)
  foreach(header_folder IN LISTS header_folders)
    if(EXISTS ${header_folder}/${header})
      file(INSTALL ${header_folder}/${header} DESTINATION ${include_folder}/${folder})
      file(STRINGS ${header_folder}/${header} includes REGEX "^#include \"clew/")
      list(TRANSFORM includes REPLACE "^#include \"([^\"]*)\".*$" "\\1")
      list(APPEND public_headers ${includes})
    endif()
  endforeach()
endwhile()
