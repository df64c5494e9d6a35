# find_package(clew) of an installed Clew: gives the target clew::clew.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(fmt)
include(${CMAKE_CURRENT_LIST_DIR}/clewTargets.cmake)
