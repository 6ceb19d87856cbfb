// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_table.h"
#include "core/trace/api_name.h"

#include <QTest>

using namespace nv;

class NameTableTest : public QObject
{
    Q_OBJECT
private slots:

    void equalTextsShareAnId()
    {
        NameTable names;
        const NameId a = names.intern("gemm");
        const NameId b = names.intern("norm");
        QCOMPARE(names.intern("gemm"), a);
        QVERIFY(a != b);
        QCOMPARE(names.find("norm"), b);
        QVERIFY(names.find("absent").isNone());
        QCOMPARE(names.size(), std::size_t{2});
    }

    void aDanglingNameEqualsNoText()
    {
        NameTable names;
        const NameId dangling = names.internDangling(999999);
        QCOMPARE(names.internDangling(999999), dangling);
        QVERIFY(names.internDangling(1) != dangling);
        QVERIFY(names.intern("(unknown name 999999)") != dangling);
        QCOMPARE(names.display(dangling), std::string("(unknown name 999999)"));
        QCOMPARE(names.display(NameId::none()), std::string("(unnamed)"));
    }

    void badBytesBecomeReplacementCharacters()
    {
        const std::string r = "\xEF\xBF\xBD";
        QCOMPARE(validUtf8("bad \xff utf"), "bad " + r + " utf");
        QCOMPARE(validUtf8("\xc0\xaf"), r + r);                 // overlong
        QCOMPARE(validUtf8("\xed\xa0\x80"), r + r + r);         // a surrogate
        QCOMPARE(validUtf8("\xf4\x90\x80\x80"), r + r + r + r); // above U+10FFFF
        QCOMPARE(validUtf8("\xe2\x82"), r + r);                 // cut short
        QCOMPARE(validUtf8("\xe2\x82\xac \xf0\x9f\x98\x80"), "\xe2\x82\xac \xf0\x9f\x98\x80");
        NameTable names;
        QCOMPARE(names.text(names.intern("\xff")), std::string_view(r));
    }

    void textsMayHoldNul()
    {
        NameTable names;
        const std::string text("a\0b", 3);
        QCOMPARE(names.text(names.intern(text)).size(), std::size_t{3});
    }

    void apiNamesLoseTheirSuffix_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("nsys");
        const auto row = [](const char* name, const char* base, const char* nsys) {
            QTest::newRow(name) << name << base << nsys;
        };
        // nsys.md 2 (API name rule) and host-overhead.md 0.3
        row("cudaLaunchKernel_v7000", "cudaLaunchKernel", "cudaLaunchKernel");
        row("cudaGraphLaunch_v10000", "cudaGraphLaunch", "cudaGraphLaunch_v10000");
        row("cuMemAlloc_v2", "cuMemAlloc", "cuMemAlloc_v2");
        row("weird_vABCD", "weird_vABCD", "weird");
        row("cudaStreamSynchronize_ptsz_v7000", "cudaStreamSynchronize",
            "cudaStreamSynchronize_ptsz");
        row("cudaMemcpyAsync_ptds", "cudaMemcpyAsync", "cudaMemcpyAsync_ptds");
        row("_v7000", "", "");
        row("", "", "");
        row("cudaFree_v", "cudaFree_v", "cudaFree_v");
        row("7000", "7000", "7000");
    }

    void apiNamesLoseTheirSuffix()
    {
        QFETCH(QString, name);
        QFETCH(QString, base);
        QFETCH(QString, nsys);
        const std::string text = name.toStdString();
        QCOMPARE(QString::fromStdString(apiBaseName(text)), base);
        QCOMPARE(QString::fromStdString(std::string(nsysStrippedName(text))), nsys);
    }
};

QTEST_APPLESS_MAIN(NameTableTest)
#include "name_table_test.moc"
