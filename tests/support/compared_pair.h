// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/comparison.h"
#include "tests/support/steps_fixture.h"

#include <algorithm>
#include <cmath>

/// Two made analyses compared over all of their time, and how tests look at the answer.
namespace nv::test {

struct ComparedPair
{
    Analysis base;
    Analysis target;
    Comparison comparison;

    ComparedPair(Analysis b, Analysis t)
        : base(std::move(b))
        , target(std::move(t))
        , comparison(compare(baseSide(), targetSide(), {}).value())
    {}

    CompareSide baseSide() const { return {base, wholeWindow(base)}; }

    CompareSide targetSide() const { return {target, wholeWindow(target)}; }
};

inline const NamedChange* rowOf(const std::vector<NamedChange>& rows, const std::string& name,
                                std::size_t rank = 0)
{
    for (const NamedChange& row : rows)
        if (row.name == name && row.rank == rank)
            return &row;
    return nullptr;
}

inline bool isClose(const std::optional<double>& value, double wanted)
{
    return value && std::abs(*value - wanted) < 1e-6 * std::max(1.0, std::abs(wanted));
}

inline bool hasNote(const Comparison& comparison, const std::string& id)
{
    return std::any_of(comparison.notes.begin(), comparison.notes.end(),
                       [&id](const CompareNote& note) { return note.id == id; });
}

} // namespace nv::test
