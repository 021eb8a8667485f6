#include "axi4/answers.hpp"

#include <algorithm>

namespace wayfarer {

void Axi4Answers::reset() {
  read_denied_ = read_shown_ = write_denied_ = write_shown_ = inside_ = false;
  std::fill(worst_.begin(), worst_.end(), kAxiOkay);
}

unsigned Axi4Answers::joined(const Axi4Reply& reply) const {
  return std::max(worst_[config_.thread_of(reply.id)], reply.response);
}

std::optional<Axi4Write> Axi4Answers::b(const Word* word) const {
  if (write_shown_) return Axi4Write{write_id_, kAxiDecodeError};
  if (word == nullptr || !word->reply.write || !word->reply.final) return std::nullopt;
  return Axi4Write{word->reply.id, joined(word->reply)};
}

std::optional<Axi4Read> Axi4Answers::r(const Word* word) const {
  if (read_shown_) return Axi4Read{read_id_, 0, kAxiDecodeError, left_ == 0};
  if (word == nullptr || word->reply.write) return std::nullopt;
  const Axi4Reply& reply = word->reply;
  return Axi4Read{reply.id, reply.data, reply.response, word->last && reply.final};
}

bool Axi4Answers::takes(const Word& word, bool b_ready, bool r_ready) const {
  if (!word.reply.write) return r_ready && !read_shown_;
  return !word.reply.final || (b_ready && !write_shown_);
}

void Axi4Answers::step(const Word* word, bool b_ready, bool r_ready,
                       const std::optional<Axi4Address>& deny_read,
                       const std::optional<Axi4Address>& deny_write) {
  const bool taken = word != nullptr && takes(*word, b_ready, r_ready);
  const bool beat = word != nullptr && !word->reply.write;
  const bool answer = word != nullptr && word->reply.write && word->reply.final;
  const bool read_free = beat ? taken && word->last : !inside_;
  const bool write_free = !answer || taken;
  const bool read_done = read_shown_ && r_ready && left_ == 0;
  const bool write_done = write_shown_ && b_ready;
  const bool shows_beat = read_shown_ && r_ready;

  read_shown_ = read_shown_ ? !read_done : read_denied_ && read_free;
  write_shown_ = write_shown_ ? !write_done : write_denied_ && write_free;
  read_denied_ = deny_read || (read_denied_ && !read_done);
  write_denied_ = deny_write || (write_denied_ && !write_done);
  if (deny_read) {
    read_id_ = deny_read->id;
    left_ = deny_read->length;
  } else if (shows_beat) {
    left_ = (left_ - 1) & 0xff;
  }
  if (deny_write) write_id_ = deny_write->id;
  if (!taken) return;
  if (beat)
    inside_ = !word->last;
  else
    worst_[config_.thread_of(word->reply.id)] = word->reply.final ? kAxiOkay : joined(word->reply);
}

}  // namespace wayfarer
