// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/regularity.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace nv::stepfind {
namespace {

constexpr double kRecurringShare = 0.05;
constexpr double kRecurringTimes = 3;
constexpr double kSimilarCount = 0.02;
constexpr double kPeriodWithin = 0.25;
constexpr int kRounds = 10;
constexpr std::uint32_t kNoKind = std::numeric_limits<std::uint32_t>::max();

struct KindKey
{
    std::uint64_t kernels;
    std::uint32_t count;
    friend bool operator==(const KindKey&, const KindKey&) = default;
};

struct KindKeyHash
{
    std::size_t operator()(const KindKey& k) const noexcept { return k.kernels ^ k.count; }
};

struct Kind ///< a multiset of kernel names
{
    std::uint32_t size = 0;
    std::size_t steps = 0;
    bool recurs = false;
    double medianPeriod = 0;
};

double median(std::vector<Ns>& values)
{
    if (values.empty())
        return 0;
    const std::size_t half = values.size() / 2;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(half);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return static_cast<double>(*middle);
    return (static_cast<double>(*middle)
            + static_cast<double>(*std::max_element(values.begin(), middle)))
           / 2;
}

/// The steps of one phase.
class PhaseJudge
{
public:
    PhaseJudge(std::vector<StepFacts>& steps, std::vector<std::size_t> members)
        : m_steps(steps)
        , m_members(std::move(members))
        , m_kindOf(m_members.size(), kNoKind)
        , m_regular(m_members.size(), 0)
    {}

    void judge()
    {
        findKinds();
        assignKinds();
        for (int round = 0; round < kRounds && oneRound(); ++round) {
        }
        for (std::size_t m = 0; m < m_members.size(); ++m)
            step(m).flaw = m_regular[m] != 0 ? StepFlaw::None : flawOf(m);
    }

private:
    StepFacts& step(std::size_t m) { return m_steps[m_members[m]]; }

    void findKinds()
    {
        std::unordered_map<KindKey, std::uint32_t, KindKeyHash> ids;
        for (std::size_t m = 0; m < m_members.size(); ++m) {
            const KindKey key{step(m).kernels, step(m).kernelCount};
            const auto [it, isNew] =
                ids.try_emplace(key, static_cast<std::uint32_t>(m_kinds.size()));
            if (isNew)
                m_kinds.push_back({key.count, 0, false, 0});
            ++m_kinds[it->second].steps;
            m_kindOf[m] = it->second;
        }
        const double least =
            std::max(kRecurringTimes, kRecurringShare * static_cast<double>(m_members.size()));
        for (Kind& kind : m_kinds)
            kind.recurs = static_cast<double>(kind.steps) >= least;
    }

    /// The own multiset if it recurs, else the most frequent recurring one of nearly its size.
    void assignKinds()
    {
        std::vector<std::uint32_t> recurring;
        for (std::uint32_t k = 0; k < m_kinds.size(); ++k) {
            if (m_kinds[k].recurs)
                recurring.push_back(k);
        }
        std::stable_sort(recurring.begin(), recurring.end(),
                         [&](auto a, auto b) { return m_kinds[a].steps > m_kinds[b].steps; });
        for (std::size_t m = 0; m < m_members.size(); ++m) {
            if (m_kinds[m_kindOf[m]].recurs) {
                m_regular[m] = 1; // to begin with
                continue;
            }
            const double count = step(m).kernelCount;
            const auto near = [&](std::uint32_t k) {
                const double size = m_kinds[k].size;
                return std::abs(count - size) <= kSimilarCount * size;
            };
            const auto it = std::find_if(recurring.begin(), recurring.end(), near);
            m_kindOf[m] = it == recurring.end() ? kNoKind : *it;
        }
    }

    /// False when nothing changed.
    bool oneRound()
    {
        std::vector<std::vector<Ns>> periods(m_kinds.size());
        for (std::size_t m = 0; m < m_members.size(); ++m) {
            if (m_regular[m] != 0)
                periods[m_kindOf[m]].push_back(step(m).period());
        }
        for (std::size_t k = 0; k < m_kinds.size(); ++k)
            m_kinds[k].medianPeriod = median(periods[k]);
        bool changed = false;
        for (std::size_t m = 0; m < m_members.size(); ++m) {
            const std::uint8_t now = isRegular(m) ? 1 : 0;
            changed = changed || now != m_regular[m];
            m_regular[m] = now;
        }
        return changed;
    }

    bool isRegular(std::size_t m)
    {
        if (m_kindOf[m] == kNoKind || step(m).compiles || step(m).firstSeen)
            return false;
        const double middle = m_kinds[m_kindOf[m]].medianPeriod;
        return std::abs(static_cast<double>(step(m).period()) - middle) <= kPeriodWithin * middle;
    }

    StepFlaw flawOf(std::size_t m)
    {
        if (step(m).compiles)
            return StepFlaw::Compilation;
        if (step(m).firstSeen)
            return StepFlaw::FirstSeenKernel;
        return m_kindOf[m] == kNoKind ? StepFlaw::OtherKernels : StepFlaw::OtherPeriod;
    }

    std::vector<StepFacts>& m_steps;
    std::vector<std::size_t> m_members;
    std::vector<Kind> m_kinds; ///< in the order of their first step
    std::vector<std::uint32_t> m_kindOf;
    std::vector<std::uint8_t> m_regular;
};

} // namespace

void markRegular(std::vector<StepFacts>& steps)
{
    for (const StepPhase phase : {StepPhase::None, StepPhase::Context, StepPhase::Generation}) {
        std::vector<std::size_t> members;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].phase == phase)
                members.push_back(i);
        }
        PhaseJudge(steps, std::move(members)).judge();
    }
}

} // namespace nv::stepfind
