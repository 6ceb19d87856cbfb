// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/name_rules.h"

#include <QElapsedTimer>
#include <QTest>

using namespace nv;

namespace {

QString labelOf(const NameRules& rules, std::string_view name)
{
    const auto label = rules.labelOf(name);
    return label ? QString::fromUtf8(label->data(), static_cast<qsizetype>(label->size()))
                 : QStringLiteral("-");
}

} // namespace

class NameRulesTest : public QObject
{
    Q_OBJECT
private slots:
    void readsLines();
    void theFirstRuleThatFitsCounts();
    void givesFamilies();
    void refusesTheWholeFile_data();
    void refusesTheWholeFile();
    void answersHostileExpressionsSoon();
};

void NameRulesTest::readsLines()
{
    const auto rules = NameRules::parse("\xEF\xBB\xBF# kernels of the model\r\n"
                                        "\r\n"
                                        "^void gemm<float, \\d+>\tGEMM fp32 \r\n"
                                        "flash_fwd attention, forward\n"
                                        "  nccl.*AllReduce   all-reduce");
    QVERIFY2(rules.hasValue(), rules ? "" : rules.error().message.c_str());
    QCOMPARE(rules.value().size(), std::size_t{3});
    // A tab lets an expression hold blanks; without one the first blank ends it.
    QCOMPARE(labelOf(rules.value(), "void gemm<float, 128>(float*)"), QString("GEMM fp32"));
    QCOMPARE(labelOf(rules.value(), "void gemm<half, 128>(half*)"), QString("-"));
    QCOMPARE(labelOf(rules.value(), "my_flash_fwd_kernel"), QString("attention, forward"));
    QCOMPARE(labelOf(rules.value(), "ncclDevKernel_AllReduce_Sum"), QString("all-reduce"));
    QCOMPARE(NameRules::parse("").value().size(), std::size_t{0});
}

void NameRulesTest::theFirstRuleThatFitsCounts()
{
    const auto rules = NameRules::parse("gemm_fp8\tfp8\ngemm\tother\n");
    QVERIFY(rules.hasValue());
    QCOMPARE(labelOf(rules.value(), "gemm_fp8_tn"), QString("fp8"));
    QCOMPARE(labelOf(rules.value(), "gemm_fp16_tn"), QString("other"));
    // Beyond kMaxMatched nothing is looked at.
    const std::string far = std::string(TextPattern::kMaxMatched, 'x') + "gemm";
    QCOMPARE(labelOf(rules.value(), far), QString("-"));
}

void NameRulesTest::givesFamilies()
{
    const auto rules = NameRules::parse("gemm fp8 first\n"
                                        "gemm\tsecond\tGEMM fp8\n"
                                        "^void step<\t\tphysics\t\n");
    QVERIFY2(rules.hasValue(), rules ? "" : rules.error().message.c_str());
    const auto family = [&](std::string_view shortName, std::string_view demangled) {
        const auto found = rules.value().familyOf(shortName, demangled);
        return found ? QString::fromStdString(std::string(*found)) : QString("-");
    };
    // The label is that of the first line that has one, the family that of the first that has one.
    QCOMPARE(labelOf(rules.value(), "gemm"), QString("fp8 first"));
    QCOMPARE(family("gemm", ""), QString("GEMM fp8"));
    QCOMPARE(family("step", "void step<4>(float*)"), QString("physics"));
    QCOMPARE(labelOf(rules.value(), "void step<4>(float*)"), QString("-"));
    QCOMPARE(family("step", ""), QString("-"));
}

void NameRulesTest::refusesTheWholeFile_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("paren") << "a\tA\n# note\n(b\tB\n"
                           << "Line 3 of the name rules holds the regular expression \"(b\", which "
                              "cannot be read: a parenthesis is not closed.";
    QTest::newRow("repeat") << "*x y"
                            << "Line 1 of the name rules holds the regular expression "
                               "\"*x\", which cannot be read: there is nothing to repeat "
                               "before *, + or ?.";
    QTest::newRow("set") << "[z-a]\tB"
                         << "Line 1 of the name rules holds the regular expression "
                            "\"[z-a]\", which cannot be read: a set in [ ] is not "
                            "well formed.";
    QTest::newRow("back reference")
        << "(a)\\1\tB"
        << "Line 1 of the name rules holds the regular expression \"(a)\\1\", which "
           "cannot be read: back references are not supported.";
    QTest::newRow("no label")
        << "gemm\n"
        << "Line 1 of the name rules has no label: write a "
           "regular expression, a tab or a space, and the label; a second tab "
           "and a family may follow.";
    QTest::newRow("neither label nor family")
        << "gemm\t\t \n"
        << "Line 1 of the name rules has no label: write a regular expression, a tab or a space, "
           "and the label; a second tab and a family may follow.";
}

void NameRulesTest::refusesTheWholeFile()
{
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    const auto rules = NameRules::parse(text.toStdString());
    QVERIFY(!rules.hasValue());
    QCOMPARE(rules.error().code, Errc::BadArgument);
    QCOMPARE(QString::fromStdString(rules.error().message), sentence);
}

/// A backtracking engine needs 2^30 steps for this one.
void NameRulesTest::answersHostileExpressionsSoon()
{
    const auto rules = NameRules::parse("^(a|aa|a?)*b$\thostile\n");
    QVERIFY(rules.hasValue());
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(labelOf(rules.value(), std::string(60, 'a')), QString("-"));
    QCOMPARE(labelOf(rules.value(), std::string(4096, 'a') + "b"), QString("-")); // cut before b
    QVERIFY(timer.elapsed() < 20'000);
}

QTEST_APPLESS_MAIN(NameRulesTest)
#include "name_rules_test.moc"
