// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/transfer_steps.h"

#include <algorithm>

namespace nv {

namespace {

struct StepCopy
{
    Bytes bytes = 0;
    std::size_t step = 0;
    friend auto operator<=>(const StepCopy&, const StepCopy&) = default;
};

std::vector<StepCopy> copiesInSteps(const TableContext& context, const StepsInWindow& in,
                                    std::span<const std::uint32_t> rows)
{
    std::vector<StepCopy> copies;
    copies.reserve(rows.size());
    const OpTable& ops = context.model.ops;
    for (std::size_t i = 0; i < rows.size() && !shouldStop(context.stop, i); ++i) {
        const std::uint32_t op = rows[i];
        const bool byCall = !in.byDevice && !ops.call[op].isNone();
        const Ns at = byCall ? context.model.calls.start[ops.call[op]()] : ops.start[op];
        const auto next = std::upper_bound(in.steps.begin(), in.steps.end(), at,
                                           [](Ns t, const Step& s) { return t < s.begin; });
        if (next == in.steps.begin() || at >= std::prev(next)->end)
            continue;
        const auto step = static_cast<std::size_t>(std::prev(next) - in.steps.begin());
        copies.push_back({context.model.copyVariants[ops.variant[op]].bytes, step});
    }
    std::sort(copies.begin(), copies.end());
    return copies;
}

/// The most frequent count per step of one size, given its copies by step.
CopySignature signatureOf(std::span<const StepCopy> copies, std::size_t steps)
{
    std::vector<std::uint64_t> perStep;
    for (std::size_t i = 0; i < copies.size();) {
        const std::size_t first = i;
        while (i < copies.size() && copies[i].step == copies[first].step)
            ++i;
        perStep.push_back(i - first);
    }
    std::sort(perStep.begin(), perStep.end());
    CopySignature best{copies.front().bytes, 0, 0};
    std::size_t most = 0;
    for (std::size_t i = 0; i < perStep.size();) {
        const std::size_t first = i;
        while (i < perStep.size() && perStep[i] == perStep[first])
            ++i;
        if (i - first > most) {
            most = i - first;
            best.perStepCount = perStep[first];
        }
    }
    best.inStepsShare = static_cast<double>(most) / static_cast<double>(steps);
    return best;
}

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

void addMedians(std::span<const StepCopy> copies, std::size_t steps, TransferRow::PerStep& row)
{
    std::vector<double> counts(steps, 0.0);
    std::vector<double> bytes(steps, 0.0);
    for (const StepCopy& copy : copies) {
        counts[copy.step] += 1;
        bytes[copy.step] += static_cast<double>(std::max<Bytes>(copy.bytes, 0));
    }
    row.count = medianOf(std::move(counts));
    row.bytes = medianOf(std::move(bytes));
}

} // namespace

std::optional<StepsInWindow> stepsInWindow(const TableContext& context)
{
    const SteadyState& steady = context.analysis.steady;
    const TimeRange window = context.window.range;
    std::span<const Step> steps(steady.steps);
    while (!steps.empty() && steps.front().begin < window.begin)
        steps = steps.subspan(1);
    while (!steps.empty() && steps.back().end > window.end)
        steps = steps.first(steps.size() - 1);
    const std::int64_t least =
        std::max<std::int64_t>(1, context.analysis.thresholds.classes.minSteps);
    if (static_cast<std::int64_t>(steps.size()) < least)
        return std::nullopt;
    return StepsInWindow{steps, steady.edges == StepEdges::Device};
}

TransferRow::PerStep transfersPerStep(const TableContext& context, const StepsInWindow& in,
                                      std::span<const std::uint32_t> rows)
{
    TransferRow::PerStep result;
    const std::vector<StepCopy> copies = copiesInSteps(context, in, rows);
    for (std::size_t i = 0; i < copies.size();) {
        const std::size_t first = i;
        while (i < copies.size() && copies[i].bytes == copies[first].bytes)
            ++i;
        const CopySignature signature =
            signatureOf(std::span(copies).subspan(first, i - first), in.steps.size());
        if (signature.inStepsShare < context.analysis.thresholds.tails.constantShare)
            continue;
        const auto count = static_cast<double>(signature.perStepCount);
        result.constant = true;
        result.count += count;
        result.bytes += count * static_cast<double>(std::max<Bytes>(signature.bytes, 0));
        result.signatures.push_back(signature);
    }
    if (!result.constant)
        addMedians(copies, in.steps.size(), result);
    std::sort(result.signatures.begin(), result.signatures.end(),
              [](const CopySignature& a, const CopySignature& b) { return a.bytes > b.bytes; });
    return result;
}

} // namespace nv
