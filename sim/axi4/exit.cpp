#include "axi4/exit.hpp"

#include "axi4/words.hpp"

namespace wayfarer {
namespace {

template <class Word>
std::optional<Word> shown(const StreamRegister<Word>& slice) {
  return slice.output() == nullptr ? std::nullopt : std::optional<Word>(*slice.output());
}

}  // namespace

void Axi4Exit::reset() {
  inside_ = write_first_ = drop_ = false;
  read_.reset();
  write_.reset();
  data_.reset();
  reads_.clear();
  writes_.clear();
  beats_.reset();
  responses_.clear();
  state_ = State::kIdle;
}

bool Axi4Exit::request_ready() const {
  if (inside_) return data_.ready();
  return read_.ready() && write_.ready() && reads_.size() < config_.pending &&
         writes_.size() < config_.pending;
}

Axi4Manager Axi4Exit::port() const {
  Axi4Manager port;
  port.aw = shown(write_);
  port.w = shown(data_);
  port.ar = shown(read_);
  port.b_ready = responses_.size() < config_.pending;
  port.r_ready = beats_.ready();
  return port;
}

std::optional<StreamWord> Axi4Exit::reply() const {
  if (state_ == State::kWrite) {
    const Order& order = writes_.front();
    return StreamWord{pack(config_, Axi4Reply{true, order.final, order.id, responses_.front(), 0}),
                      order.terminal, true};
  }
  const Axi4Read* beat = beats_.output();
  if (state_ == State::kIdle || beat == nullptr) return std::nullopt;
  const Order& order = reads_.front();
  return StreamWord{
      pack(config_, Axi4Reply{false, order.final, order.id, beat->response, beat->data}),
      order.terminal, beat->last};
}

void Axi4Exit::step(const Axi4Subordinate& subordinate, const StreamWord* request,
                    bool reply_ready) {
  const std::optional<StreamWord> sent = reply();
  const bool taken = sent && reply_ready;
  const bool read_stray = beats_.output() != nullptr && reads_.empty();
  const bool write_stray = !responses_.empty() && writes_.empty();
  const bool beat_pop = read_stray || (taken && state_ == State::kRead);
  const bool response_pop = write_stray || (taken && state_ == State::kWrite);
  const bool response_push = subordinate.b && responses_.size() < config_.pending;
  const bool read_done = taken && state_ == State::kRead && sent->last;
  const bool write_done = taken && state_ == State::kWrite;

  drop_ = read_stray || write_stray;
  send(taken && sent->last);
  beats_.step(subordinate.r ? &*subordinate.r : nullptr, beat_pop);
  if (response_pop) responses_.pop_front();
  if (response_push) responses_.push_back(subordinate.b->response);
  take_request(subordinate, request);
  if (read_done) reads_.pop_front();
  if (write_done) writes_.pop_front();
}

/// Chooses the next reply; `ends`: the last word of one has been taken.
void Axi4Exit::send(bool ends) {
  if (state_ != State::kIdle) {
    if (ends) state_ = State::kIdle;
    return;
  }
  const bool read_goes = beats_.output() != nullptr && !reads_.empty();
  const bool write_goes = !responses_.empty() && !writes_.empty();
  if (write_goes && (write_first_ || !read_goes)) {
    state_ = State::kWrite;
    write_first_ = false;
  } else if (read_goes) {
    state_ = State::kRead;
    write_first_ = true;
  }
}

void Axi4Exit::take_request(const Axi4Subordinate& subordinate, const StreamWord* request) {
  const bool taken = request != nullptr && request_ready();
  const bool data = request != nullptr && inside_;
  std::optional<Axi4Address> read, write;
  if (taken && !inside_) {
    const Axi4Header header = header_of(config_, request->data);
    (header.write ? write : read) = header.address;
    (header.write ? *write : *read).id = 0;
    (header.write ? writes_ : reads_)
        .push_back({request->terminal, header.address.id, header.final});
  }
  read_.step(read ? &*read : nullptr, subordinate.ar_ready);
  write_.step(write ? &*write : nullptr, subordinate.aw_ready);
  if (data) {
    const Axi4Beat beat = beat_of(config_, request->data, request->last);
    data_.step(&beat, subordinate.w_ready);
  } else {
    data_.step(nullptr, subordinate.w_ready);
  }
  if (taken) inside_ = !request->last;
}

}  // namespace wayfarer
