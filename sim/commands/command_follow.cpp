// wayfarer follow: the story of one message.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/event_input.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "events/story_text.hpp"

namespace wayfarer {
namespace {

struct FollowOptions {
  std::string path;
  std::string message;
  std::string svg;
};

/// Notes which messages there are, and the stories of one of them.
class Follower final : public EventSink {
 public:
  Follower(std::uint32_t terminals, std::uint64_t message)
      : message_(message), stories_(terminals, [this](const PacketStory& story) {
          if (story.info.message == message_) packets.push_back(story);
        }) {}

  void known(UnitId unit, const UnitInfo& info) override {
    note(info);
    stories_.known(unit, info);
  }
  void add(const Event& event) override {
    if (event.kind == EventKind::kBorn) note(*event.message);
    if (event.kind == EventKind::kInjected) note(*event.info);
    stories_.add(event);
  }
  void end(Cycle cycle) override { stories_.end(cycle); }

  void finish() {
    stories_.finish();
    std::sort(packets.begin(), packets.end(), [](const PacketStory& a, const PacketStory& b) {
      return a.info.packet < b.info.packet;
    });
  }
  [[nodiscard]] Cycle cycles() const { return stories_.cycles(); }

  std::vector<PacketStory> packets;
  std::uint64_t first = kNoMessage;
  std::uint64_t last = 0;
  bool born = false;  ///< The message has come to the front of its source's queue.

 private:
  void note(const MessageInfo& info) {
    first = std::min(first, info.message);
    last = std::max(last, info.message);
    born = born || info.message == message_;
  }

  const std::uint64_t message_;
  StoryTeller stories_;
};

int follow(const FollowOptions& options) {
  const std::uint64_t message = parse_unsigned(options.message, "message", 0, kNoMessage - 1);
  EventReader reader(options.path);
  warn_if_truncated(reader, options.path);
  if (!options.svg.empty()) try_output(options.svg);
  const NetworkLayout& layout = reader.header().layout;
  Follower follower(static_cast<std::uint32_t>(layout.terminals.size()), message);
  read_events(reader, follower);
  follower.finish();
  const std::string only = reader.filter().empty() ? "" : "; the file has only " + reader.filter();
  if (follower.packets.empty() && follower.born) {
    fmt::print("message {}: waits at the front of its source's queue at the end\n", message);
    return 0;
  }
  if (follower.packets.empty())
    throw UsageError(fmt::format(
        "{}: the file has no message {}; legal: {}{}", options.path, message,
        follower.first == kNoMessage ? "none"
                                     : fmt::format("{} to {}", follower.first, follower.last),
        only));
  fmt::print("{}", story_text(follower.packets, layout, follower.cycles()));
  if (!only.empty()) fmt::print("{}\n", only.substr(2));
  if (!options.svg.empty())
    write_output(options.svg, story_svg(follower.packets, layout, follower.cycles()));
  return 0;
}

}  // namespace

void add_follow(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<FollowOptions>();
  CLI::App* command = app.add_subcommand("follow", "Follow one message through a run");
  command->add_option("file", options->path, "A file that 'wayfarer run --events' has written")
      ->required();
  command
      ->add_option("message", options->message,
                   "Number of the message, counting the messages of all sources (see 'events')")
      ->required();
  command->add_option("--svg", options->svg, "Draw the message's channels over cycles");
  command->footer("Example: wayfarer follow run.events 17 --svg message17.svg");
  command->callback([&action, options] { action = [options] { return follow(*options); }; });
}

}  // namespace wayfarer
