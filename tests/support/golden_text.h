// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QTest>

#include <string>

namespace nv::test {

/// Compares with tests/golden/scene/NAME.txt; NV_UPDATE_GOLDENS=1 writes it.
inline void compareGolden(const char* name, const std::string& got)
{
    QFile file(QStringLiteral(NV_SOURCE "/tests/golden/scene/") + QLatin1String(name)
               + QStringLiteral(".txt"));
    if (qEnvironmentVariableIsSet("NV_UPDATE_GOLDENS")) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(got));
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    QCOMPARE(QString::fromStdString(got), QString::fromUtf8(file.readAll()));
}

} // namespace nv::test
