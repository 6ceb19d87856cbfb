// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/panel_scene.h"
#include "ui/table/table_panel.h"

/// The scene as a panel gets it.  Apart from the scene, which the tests of the core use without ui.
namespace nv::test {

inline Answer sceneAnswer()
{
    const AnalysisPtr analysis = bareAnalysis();
    return {analysis, std::make_shared<const WindowTables>(sceneTables(*analysis->trace))};
}

/// A window in which nothing was counted.
inline Answer emptyAnswer(const AnalysisPtr& analysis)
{
    auto tables = std::make_shared<WindowTables>();
    tables->window = {{200'000, 300'000}, WindowSource::User, 0, std::nullopt};
    return {analysis, tables};
}

} // namespace nv::test
