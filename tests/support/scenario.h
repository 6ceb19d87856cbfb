// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/verdict/verdict.h"
#include "tests/support/made_trace.h"

#include <functional>
#include <string>
#include <vector>

/// A run of 20 equal steps of 1 ms, written as an export and read back, and everything the program
/// says about ten of them in the middle.  Times inside a step are in µs from its beginning, so that
/// a test can add up the classes of a step by hand: the window holds ten times that.
namespace nv::test {

inline constexpr Ns kUs = 1000;
inline constexpr Ns kStep = 1'000'000;
inline constexpr Ns kRunBegin = 10'000'000;
inline constexpr int kSteps = 20;
inline constexpr int kFirstAsked = 5; ///< the window is steps [5, 15)
inline constexpr int kAsked = 10;

/// What is said about a window.
struct Told
{
    AnalysisPtr analysis;
    Window window;
    WindowTables tables;
    Verdict verdict;

    const ClassFinding& of(const std::string& id) const { return *verdict.find(id); }

    std::string state(const std::string& id) const
    {
        return std::string(classStateKey(of(id).state));
    }

    /// Of the window, in µs a step; -1 where it is no whole number of them.
    std::int64_t usPerStep(BudgetClass c, std::size_t device = 0) const;
    /// "compute 900 sync 10 host 90": every class that is not zero, in µs a step.
    std::string budget(std::size_t device = 0) const;
    /// The ids of the classes that are yes, in the order of the rules.
    std::string yes() const;
    bool hasEvidence(const std::string& id, const std::string& part) const;
};

class Scenario
{
public:
    Scenario();

    /// A further process with a thread and a device of its own.
    struct Rank
    {
        std::int64_t pid = 0;
        std::int64_t tid = 0;
        std::int64_t device = 0;
    };

    Rank addRank(std::int64_t pid, std::int64_t device);

    /// Runs `step` for each of the steps; what it adds is relative to the step's beginning.
    void run(const std::function<void(int)>& step, bool isMarked = true);

    /// Where the next events lie.
    void at(Ns origin) { m_origin = origin; }

    void as(const Rank& rank) { m_rank = rank; }

    const Rank& first() const { return m_first; }

    /// In µs: a call, and the kernel it issues.
    void kernel(Ns call, Ns callEnd, Ns start, Ns end, const std::string& name = "gemm()",
                std::int64_t stream = 7);
    void copy(Ns call, Ns callEnd, Ns start, Ns end, Bytes bytes, std::int64_t stream = 7);
    /// A blocking read of 4 bytes into pageable memory.
    void readBack(Ns call, Ns callEnd, Ns start, Ns end);
    std::int64_t call(const std::string& api, Ns begin, Ns end);
    void range(const std::string& text, Ns begin, Ns end);

    void sync(Ns begin, Ns end) { call("cudaStreamSynchronize_v3020", begin, end); }

    /// A kernel of a graph whose launch call has this correlation id.
    void node(std::int64_t correlation, Ns start, Ns end, std::int64_t graphNode);
    void replay(std::int64_t correlation, Ns start, Ns end);

    /// The ten steps in the middle, or any SPEC.
    Told told() const;
    Told told(const std::string& spec) const;
    Told told(const std::string& spec, const Thresholds& thresholds) const;

    TraceMaker maker;

private:
    TimeRange here(Ns begin, Ns end) const
    {
        return {m_origin + begin * kUs, m_origin + end * kUs};
    }

    Rank m_first;
    Rank m_rank;
    Ns m_origin = kRunBegin;
};

/// The begin of step `i`.
inline Ns stepBegin(int i)
{
    return kRunBegin + i * kStep;
}

} // namespace nv::test
