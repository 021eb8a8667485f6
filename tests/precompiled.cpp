// Empty: CMake precompiles the headers of a library only for a source that includes them.
