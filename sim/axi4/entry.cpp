#include "axi4/entry.hpp"

#include <utility>

namespace wayfarer {

Axi4Entry::Axi4Entry(Axi4Config config)
    : config_(std::move(config)),
      read_(config_),
      write_(config_),
      reads_(config_),
      writes_(config_),
      answers_(config_) {
  check_axi4(config_);
}

void Axi4Entry::reset() {
  read_.reset();
  write_.reset();
  data_.clear();
  reads_.reset();
  writes_.reset();
  answers_.reset();
  reply_.reset();
  state_ = State::kIdle;
  write_first_ = false;
  dropped_ = 0;
}

Axi4Subordinate Axi4Entry::port() const {
  Axi4Subordinate port;
  port.aw_ready = write_.ready();
  port.w_ready = data_.size() < config_.beats;
  port.ar_ready = read_.ready();
  port.b = answers_.b(reply_.output());
  port.r = answers_.r(reply_.output());
  return port;
}

std::optional<StreamWord> Axi4Entry::request() const {
  switch (state_) {
    case State::kIdle: return std::nullopt;
    case State::kReadHeader:
      return StreamWord{pack(config_, Axi4Header{false, read_.final(), read_.message()}),
                        read_.destination(), true};
    case State::kWriteHeader:
      return StreamWord{pack(config_, Axi4Header{true, write_.final(), write_.message()}),
                        write_.destination(), false};
    default: break;
  }
  return StreamWord{pack(config_, data_.front()), write_.destination(), left_ == 0};
}

Axi4Entry::Moves Axi4Entry::decide(bool request_ready) const {
  Moves moves;
  const Axi4Address read = read_.message(), write = write_.message();
  const unsigned read_thread = config_.thread_of(read.id);
  const unsigned write_thread = config_.thread_of(write.id);
  const bool idle = state_ == State::kIdle;
  const bool reads = read_.valid() && !answers_.read_denied();
  const bool writes = write_.valid() && !answers_.write_denied();

  const bool read_goes = reads && !read_.refused() && reads_.may(read_thread, read_.destination());
  const bool write_goes = writes && !write_.refused() &&
                          writes_.may(write_thread, write_.destination()) &&
                          data_.size() > write.length;
  moves.write_start = idle && write_goes && (write_first_ || !read_goes);
  moves.read_start = idle && read_goes && !moves.write_start;

  if (reads && read_.refused() && reads_.empty(read_thread)) moves.deny_read = read;
  moves.drop = writes && write_.refused() && writes_.empty(write_thread) && !data_.empty();
  if (moves.drop && dropped_ == write.length) moves.deny_write = write;

  moves.read_next = moves.deny_read || (request_ready && state_ == State::kReadHeader);
  moves.write_next =
      moves.deny_write || (request_ready && state_ == State::kWriteData && left_ == 0);
  return moves;
}

void Axi4Entry::step(const Axi4Manager& manager, bool request_ready, const StreamWord* reply) {
  const Moves moves = decide(request_ready);
  const bool taken = state_ != State::kIdle && request_ready;
  const bool push = manager.w && data_.size() < config_.beats;

  if (moves.drop || (taken && state_ == State::kWriteData)) data_.pop_front();
  if (push) data_.push_back(*manager.w);
  if (moves.drop) dropped_ = moves.deny_write ? 0 : dropped_ + 1;
  if (state_ == State::kIdle)
    start(moves);
  else
    move_on(taken);
  take_reply(manager, moves, reply);
  read_.step(manager.ar, moves.read_next);
  write_.step(manager.aw, moves.write_next);
}

void Axi4Entry::start(const Moves& moves) {
  if (moves.write_start) {
    state_ = State::kWriteHeader;
    write_first_ = false;
    writes_.start(config_.thread_of(write_.message().id), write_.destination());
  } else if (moves.read_start) {
    state_ = State::kReadHeader;
    write_first_ = true;
    reads_.start(config_.thread_of(read_.message().id), read_.destination());
  }
}

void Axi4Entry::move_on(bool taken) {
  const bool last = state_ == State::kReadHeader || (state_ == State::kWriteData && left_ == 0);
  if (state_ == State::kWriteHeader)
    left_ = write_.message().length;
  else if (taken)
    left_ = (left_ - 1) & 0xff;
  if (!taken) return;
  if (state_ == State::kWriteHeader)
    state_ = State::kWriteData;
  else if (last)
    state_ = State::kIdle;
}

void Axi4Entry::take_reply(const Axi4Manager& manager, const Moves& moves,
                           const StreamWord* reply) {
  const Axi4Answers::Word* word = reply_.output();
  const bool taken = word != nullptr && answers_.takes(*word, manager.b_ready, manager.r_ready);
  if (taken) {
    const unsigned thread = config_.thread_of(word->reply.id);
    if (word->reply.write)
      writes_.end(thread);
    else if (word->last)
      reads_.end(thread);
  }
  answers_.step(word, manager.b_ready, manager.r_ready, moves.deny_read, moves.deny_write);
  if (reply == nullptr) {
    reply_.step(nullptr, taken);
  } else {
    const Axi4Answers::Word next{reply_of(config_, reply->data), reply->last};
    reply_.step(&next, taken);
  }
}

}  // namespace wayfarer
