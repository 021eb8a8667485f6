// A TOML document that keeps its file's name, so that every error can give the place.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace wayfarer {

class Document {
 public:
  /// Throws UsageError with the line if the text is not TOML.
  Document(const std::string& text, std::string origin);
  ~Document();

  /// Throws UsageError naming file, line of the key (or of its table), key and `what`.
  [[noreturn]] void refuse(const std::string& key, const std::string& what) const;

  /// Refuses keys that are not on the list, which holds "key" and "table.key".
  struct Renamed {
    std::string key;
    std::string hint;  ///< What to write instead.
  };
  void refuse_unknown(const std::vector<std::string>& known,
                      const std::vector<Renamed>& renamed) const;

  // Keys are "key" or "table.key". Values of another type or out of range are refused.
  [[nodiscard]] bool has(const std::string& key) const;
  [[nodiscard]] std::string text(const std::string& key, const std::string& otherwise) const;
  [[nodiscard]] unsigned number(const std::string& key, unsigned low, unsigned high) const;
  [[nodiscard]] double real(const std::string& key, double low, double high,
                            double otherwise) const;
  [[nodiscard]] std::vector<unsigned> numbers(const std::string& key, const std::string& meaning,
                                              unsigned low, unsigned high) const;
  /// Lists of such numbers.
  [[nodiscard]] std::vector<std::vector<unsigned>> number_lists(const std::string& key,
                                                                unsigned low, unsigned high) const;

 private:
  struct Tree;
  [[noreturn]] void refuse_key(const std::string& key, const std::vector<std::string>& legal,
                               const std::vector<std::string>& known) const;
  [[nodiscard]] unsigned line_of(const std::string& key) const;

  std::string origin_;
  std::unique_ptr<Tree> tree_;
};

/// A TOML string in double quotes, on one line.
[[nodiscard]] std::string toml_quoted(const std::string& text);

}  // namespace wayfarer
