#include "wayfarer_systemc/message_port.hpp"

#include <iterator>
#include <utility>

namespace wayfarer::sysc {

MessagePort::MessagePort(const sc_core::sc_module_name& name, Sent sent, Received received)
    : sc_module(name), sent_(std::move(sent)), received_(std::move(received)) {}

void MessagePort::end_of_elaboration() {
  SC_METHOD(push);
  sensitive << start_ << out->data_read_event();
  dont_initialize();
  SC_METHOD(pull);
  sensitive << resume_ << in->data_written_event();
  dont_initialize();
}

void MessagePort::send(std::uint32_t number, std::vector<StreamWord> words, const Rank& rank) {
  const auto passes = [&](const Batch& other) {
    return other.next == 0 && other.rank.priority < rank.priority &&
           (rank.owner == nullptr || other.rank.owner != rank.owner);
  };
  auto place = batches_.end();
  while (place != batches_.begin() && passes(*std::prev(place))) --place;
  batches_.insert(place, {number, std::move(words), rank, 0});
  if (batches_.size() == 1) start_.notify(sc_core::SC_ZERO_TIME);
}

void MessagePort::close(bool closed) {
  if (closed_ && !closed) resume_.notify(sc_core::SC_ZERO_TIME);
  closed_ = closed;
}

void MessagePort::clear() {
  batches_.clear();
  arriving_.clear();
}

/// A batch has been sent when the network is free again after its last word.
void MessagePort::push() {
  while (!batches_.empty() && out->num_free() != 0) {
    Batch& batch = batches_.front();
    if (batch.next < batch.words.size()) {
      out->nb_write(batch.words[batch.next++]);
      continue;
    }
    const std::uint32_t number = batch.number;
    batches_.pop_front();
    sent_(number);
  }
}

void MessagePort::pull() {
  StreamWord word;
  while (!closed_ && in->nb_read(word)) {
    arriving_.push_back(word);
    if (word.last) received_(std::exchange(arriving_, {}));
  }
}

}  // namespace wayfarer::sysc
