# Turns a text file into a C++ source with one constant, so that the program carries the text along.
#
#   clew_embed_text(src/clew/lang/dve/prelude.m4 clew::dve::prelude_text source)
#   add_library(x ${source})
#
# The user of the constant declares it: `extern const std::string_view prelude_text;` inside its
# namespace.  The source is written again whenever the text changes.  This file is also the script
# that does the writing (cmake -DTEXT_FILE= -DSYMBOL= -DSOURCE= -P).

if(CMAKE_SCRIPT_MODE_FILE)
  file(READ "${TEXT_FILE}" text)
  if(text MATCHES "\\)embedded\"")
    message(FATAL_ERROR "${TEXT_FILE}: error: the text contains the end of its own C++ literal")
  endif()
  string(REGEX REPLACE "^(.*)::([^:]*)$" "\\1" namespace "${SYMBOL}")
  string(REGEX REPLACE "^(.*)::([^:]*)$" "\\2" name "${SYMBOL}")
  file(WRITE "${SOURCE}" "#include <string_view>\n\nnamespace ${namespace} {\n\n"
    "extern const std::string_view ${name};\n"
    "constinit const std::string_view ${name} = R\"embedded(" "${text}" ")embedded\";\n\n"
    "}  // namespace ${namespace}\n")
  return()
endif()

set(CLEW_EMBED_TEXT_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(clew_embed_text text_file symbol source_variable)
  string(REPLACE "::" "_" source "${symbol}")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/generated/${source}.cpp)
  set(text_file ${CMAKE_CURRENT_SOURCE_DIR}/${text_file})
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DTEXT_FILE=${text_file} -DSYMBOL=${symbol} -DSOURCE=${source}
      -P ${CLEW_EMBED_TEXT_SCRIPT}
    DEPENDS ${text_file} ${CLEW_EMBED_TEXT_SCRIPT}
    COMMENT "Embedding ${symbol}"
    VERBATIM)
  set(${source_variable} ${source} PARENT_SCOPE)
endfunction()
