#include "report/reproduction_files.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "report/pages.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

std::string path_of(const std::string& folder, const std::string& id, const char* ending) {
  return (fs::path(folder) / (id + ending)).string();
}

}  // namespace

std::optional<Json> find_reproduction(const std::string& folder, const std::string& id,
                                      const ReproductionOptions& options) {
  const std::string path = path_of(folder, id, ".json");
  if (!fs::exists(path)) return std::nullopt;
  Json document = Json::parse(read_stored(path, "a file of results, or nothing"), nullptr, false);
  if (!document.is_object() || document.value("version", Json()) != version() ||
      document.value("revision", Json(revision())) != revision() ||
      document.value("request", Json()) != request_of(options))
    return std::nullopt;
  return document;
}

void prepare_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || ::access(folder.c_str(), W_OK | X_OK) != 0)
    throw UsageError(
        fmt::format("{}: cannot be written; legal: a folder with space and permission", folder));
}

Json write_reproduction(const std::string& folder, const Reproduction& reproduction) {
  const std::string json = path_of(folder, reproduction.id, ".json");
  std::error_code error;
  fs::remove(json, error);  // from other options: it must not vouch for the new files
  std::vector<std::string> pictures;
  for (const Picture& picture : reproduction.pictures) {
    draw(folder, picture);
    pictures.push_back(read_text(path_of(folder, picture.name, ".svg"), "a picture"));
  }
  Json document = to_json(reproduction);
  write_output(path_of(folder, reproduction.id, ".csv"), to_csv(reproduction));
  write_output(path_of(folder, reproduction.id, ".html"), reproduction_page(document, pictures));
  write_output(json, document.dump(1) + "\n");
  return document;
}

void write_index(const std::string& folder, const std::vector<Json>& reproductions, bool complete) {
  write_output(path_of(folder, "index", ".html"), index_page(reproductions, complete));
  write_output(path_of(folder, "index", ".md"), index_markdown(reproductions, complete));
}

}  // namespace wayfarer
