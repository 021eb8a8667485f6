# Writes OUTPUT, a C++ file with the page's files of FOLDER. The modules of the list become one: in
# this order each needs only those before it, so that imports and exports are left out.
set(modules "")
foreach(module ${MODULES})
  file(READ ${FOLDER}/${module} text)
  string(REGEX REPLACE "(^|\n)import [^;]*;" "\\1" text "${text}")
  string(REGEX REPLACE "\nexport " "\n" text "${text}")
  string(APPEND modules "${text}")
endforeach()

# A literal may have 64 KB in standard C++, so that long ones are cut.
function(literal text result)
  string(LENGTH "${text}" length)
  set(parts "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 12000 part)
    string(APPEND parts "    R\"page(${part})page\"\n")
    math(EXPR at "${at} + 12000")
  endwhile()
  set(${result} "${parts}" PARENT_SCOPE)
endfunction()

file(READ ${FOLDER}/page.html markup)
file(READ ${FOLDER}/page.css style)
literal("${markup}" markup)
literal("${style}" style)
literal("${modules}" script)
file(WRITE ${OUTPUT} "#include \"explorer/page_files.hpp\"

namespace wayfarer {

std::string_view page_markup() {
  return
${markup};
}

std::string_view page_style() {
  return
${style};
}

std::string_view page_script() {
  return
${script};
}

}  // namespace wayfarer
")
