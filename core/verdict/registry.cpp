// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdict/rules/rules.h"

#include <array>

namespace nv {

std::span<const Rule> rules()
{
    static const std::array kRules{
        kernelBoundRule(), launchOverheadRule(),     transferBoundRule(), syncBoundRule(),
        hostBoundRule(),   communicationBoundRule(), deviceWaitRule(),    compileRule(),
        allocationRule(),  noGpuActivityRule(),
    };
    return kRules;
}

const Rule* findRule(std::string_view id)
{
    for (const Rule& rule : rules())
        if (rule.id == id)
            return &rule;
    return nullptr;
}

} // namespace nv
