#include "papers/romm/assignment.hpp"

#include <limits>

namespace wayfarer {

// Rows enter one at a time; each extends the matching along a shortest path of reduced costs, as in
// Dijkstra's algorithm. Row and column 0 are the start of these paths.
std::vector<std::size_t> heaviest_permutation(const std::vector<std::vector<double>>& weights) {
  const std::size_t size = weights.size();
  std::vector<double> row_price(size + 1);
  std::vector<double> column_price(size + 1);
  std::vector<std::size_t> row_of(size + 1);  // by column; 0: free
  for (std::size_t entering = 1; entering <= size; ++entering) {
    std::vector<double> distance(size + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> before(size + 1);
    std::vector<bool> done(size + 1);
    std::size_t column = 0;
    row_of[0] = entering;
    while (row_of[column] != 0) {
      done[column] = true;
      const std::size_t row = row_of[column];
      std::size_t nearest = 0;
      double step = std::numeric_limits<double>::infinity();
      for (std::size_t next = 1; next <= size; ++next) {
        if (done[next]) continue;
        const double cost = -weights[row - 1][next - 1] - row_price[row] - column_price[next];
        if (cost < distance[next]) {
          distance[next] = cost;
          before[next] = column;
        }
        if (distance[next] < step) {
          step = distance[next];
          nearest = next;
        }
      }
      for (std::size_t each = 0; each <= size; ++each) {
        if (done[each]) {
          row_price[row_of[each]] += step;
          column_price[each] -= step;
        } else {
          distance[each] -= step;
        }
      }
      column = nearest;
    }
    while (column != 0) {
      row_of[column] = row_of[before[column]];
      column = before[column];
    }
  }
  std::vector<std::size_t> permutation(size);
  for (std::size_t column = 1; column <= size; ++column)
    permutation[row_of[column] - 1] = column - 1;
  return permutation;
}

}  // namespace wayfarer
