// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/trace_fixture.h"

#include <QTest>

#include <set>

namespace nv::test {

/// Fills a test's data: a row with the column "file" per real trace, by name.  Skips the test where
/// the folder is not there.
inline void addRealTraces()
{
    QTest::addColumn<QString>("file");
    if (tracesFolder().empty())
        QSKIP("the folder of real traces is not here");
    std::set<std::filesystem::path> files;
    for (const std::filesystem::path& file : std::filesystem::directory_iterator(tracesFolder()))
        if (file.extension() == ".sqlite")
            files.insert(file);
    for (const std::filesystem::path& file : files)
        QTest::newRow(file.stem().c_str()) << QString::fromStdString(file.string());
}

} // namespace nv::test
