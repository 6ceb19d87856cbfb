// SPDX-License-Identifier: GPL-3.0-or-later
// The primary class, its qualifier and the shares of every window of the golden budgets.
#include "tests/support/made_trace.h"
#include "tests/support/verdict_fixture.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>

using namespace nv;
using nlohmann::json;

namespace {

const QString kTraces = QStringLiteral(NV_TRACES);

std::filesystem::path pathOf(const QString& file)
{
    const QString direct = kTraces + '/' + file;
    return (QFile::exists(direct) ? direct : kTraces + "/nsys-rep/" + file).toStdString();
}

} // namespace

class VerdictTracesTest : public QObject
{
    Q_OBJECT
private slots:

    void equalsTheReference_data()
    {
        QTest::addColumn<QString>("slug");
        if (!QDir(kTraces).exists())
            QSKIP("the folder of real traces is not here");
        std::ifstream in((kTraces + "/golden/budgets.json").toStdString());
        const json golden = json::parse(in);
        for (const auto& [slug, entry] : golden.items())
            QTest::newRow(slug.c_str()) << QString::fromStdString(slug);
    }

    void equalsTheReference()
    {
        QFETCH(QString, slug);
        static const json kGolden = [] {
            std::ifstream in((kTraces + "/golden/budgets.json").toStdString());
            return json::parse(in);
        }();
        const json& entry = kGolden[slug.toStdString()];
        Analysis analysis;
        analysis.trace = test::load(pathOf(QString::fromStdString(entry["file"])));
        QVERIFY(analysis.trace);
        analysis.budget = BudgetIndex::build(analysis.trace, {}, {}).value();
        for (const auto& [name, want] : entry["windows"].items()) {
            const TimeRange window{want["window"][0].get<Ns>(), want["window"][1].get<Ns>()};
            const WindowBudget budget = windowBudget(*analysis.budget, window);
            const Verdict verdict = quickVerdict(analysis, budget);
            QVERIFY2(verdict.primary == want["primary"], (slug.toStdString() + " " + name).c_str());
            const ClassFinding* finding = verdict.find(verdict.primary);
            QCOMPARE(finding != nullptr && finding->qualifier == Qualifier::AtLeast,
                     want["at_least"].get<bool>());
            std::vector<std::string> active;
            for (const DeviceBudget& device : budget.devices)
                if (device.active)
                    active.push_back(analysis.trace->devices[device.device()].label);
            std::ranges::sort(active);
            auto wantActive = want["active"].get<std::vector<std::string>>();
            std::ranges::sort(wantActive);
            QCOMPARE(active, wantActive);
            for (std::size_t c = 0; c < kBudgetClasses; ++c) {
                const double wanted =
                    want["shares"][std::string(budgetClassKey(static_cast<BudgetClass>(c)))];
                // the reference is rounded to 12 significant digits: half a unit of the last
                QVERIFY(std::abs(budget.shares.at(c) - wanted) <= 5.1e-12 * wanted);
            }
        }
    }
};

QTEST_APPLESS_MAIN(VerdictTracesTest)
#include "verdict_traces_test.moc"
