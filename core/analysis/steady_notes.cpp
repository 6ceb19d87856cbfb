// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steady_notes.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

/// The word for it in `text`, as written there; "" for none.
std::string warmUpWord(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kWords{"warmup", "warm-up", "warm_up", "warm up"};
    const auto isSame = [](char c, char of) {
        return (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) == of;
    };
    for (const std::string_view word : kWords) {
        const auto found = std::search(text.begin(), text.end(), word.begin(), word.end(), isSame);
        if (found != text.end())
            return {found, found + static_cast<std::ptrdiff_t>(word.size())};
    }
    return {};
}

struct WarmUpRange
{
    std::string word;
    TimeRange range;
};

std::optional<WarmUpRange> warmUpAt(const TraceModel& trace, Ns time)
{
    const RangeTable& ranges = trace.ranges;
    std::optional<WarmUpRange> found;
    for (std::size_t i = 0; i < ranges.size() && ranges.start[i] <= time; ++i) {
        if (ranges.end[i] <= time || ranges.kind[i] == RangeKind::Mark || ranges.text[i].isNone()
            || (found && ranges.end[i] <= found->range.end))
            continue;
        std::string word = warmUpWord(trace.names.text(ranges.text[i]));
        if (!word.empty())
            found = WarmUpRange{std::move(word), {ranges.start[i], ranges.end[i]}};
    }
    return found;
}

} // namespace

std::optional<Note> warmUpNote(const TraceModel& trace, const SteadyState& steady)
{
    if (!steady.found)
        return std::nullopt;
    const std::optional<WarmUpRange> warmUp = warmUpAt(trace, steady.window.begin);
    if (!warmUp)
        return std::nullopt;
    const auto isInside = [&](const Step& step) {
        return step.begin >= steady.window.begin
               && step.begin < std::min(warmUp->range.end, steady.window.end);
    };
    const auto inside = std::ranges::count_if(steady.steps, isInside);
    return Note{std::string(kSteadyInWarmUp),
                Severity::Warning,
                "The proposed steady state begins inside an NVTX range called \"" + warmUp->word
                    + "\" (" + std::to_string(warmUp->range.begin) + " to "
                    + std::to_string(warmUp->range.end) + " ns), with "
                    + text::count(static_cast<std::uint64_t>(inside)) + " of its "
                    + text::count(steady.stepCount)
                    + " steps: what repeats there is like what follows, but the program calls it "
                      "warm-up. A window after it leaves them out.",
                {"steady state", "figures of the steady window"}};
}

std::string warmUpDoubt(const std::vector<Note>& notes)
{
    const auto at = std::ranges::find(notes, kSteadyInWarmUp, &Note::id);
    return at == notes.end() ? std::string() : at->message;
}

} // namespace nv
