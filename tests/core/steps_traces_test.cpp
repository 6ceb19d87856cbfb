// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steady_notes.h"
#include "core/sources/source.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

using namespace nv;

namespace {

const std::filesystem::path kTraces = NV_TRACES;

nlohmann::json goldens()
{
    std::ifstream file(kTraces / "golden" / "steady.json");
    return nlohmann::json::parse(file, nullptr, false);
}

TracePtr open(const std::filesystem::path& path)
{
    Progress progress;
    return loadTrace({path}, {}, progress).value();
}

SteadyState search(const TracePtr& trace)
{
    const auto index = BudgetIndex::build(trace, BudgetLimits{}, {});
    return findSteadyState(*index.value(), {}).value();
}

} // namespace

/// Every real trace against the naive reading of steady-state.md.  No answer differs.
class StepsTracesTest : public QObject
{
    Q_OBJECT

private slots:

    void initTestCase()
    {
        if (!std::filesystem::exists(kTraces / "golden" / "steady.json"))
            QSKIP("The folder of real traces is not here.");
    }

    void equalsTheGolden_data()
    {
        QTest::addColumn<QString>("name");
        const nlohmann::json all = goldens();
        QVERIFY(all.is_object() && all.size() >= 27);
        for (const auto& [name, golden] : all.items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void equalsTheGolden()
    {
        QFETCH(QString, name);
        const nlohmann::json golden = goldens()[name.toStdString()];
        const SteadyState s = search(open(kTraces / (name.toStdString() + ".sqlite")));
        QCOMPARE(std::string(stepMethodKey(s.method)), golden["method"].get<std::string>());
        QCOMPARE(s.stepCount, golden["steps"].get<std::size_t>());
        QVERIFY(!s.reason.empty());
        QCOMPARE(s.found, golden["method"] != "none");
        if (!s.found)
            return;
        QCOMPARE(std::string(s.edges == StepEdges::Device ? "device" : "host"),
                 golden["edges"].get<std::string>());
        QCOMPARE(s.window.begin, golden["start_ns"].get<Ns>());
        QCOMPARE(s.window.end, golden["end_ns"].get<Ns>());
        QCOMPARE(s.marker, golden["marker"].get<std::string>());
        QCOMPARE(s.proof.warmupSteps, golden["first"].get<std::size_t>());
        QCOMPARE(s.steps.size(), golden["of"].get<std::size_t>());
        std::vector<std::size_t> irregular;
        for (std::size_t i = s.proof.warmupSteps;
             irregular.size() < 20 && i < s.proof.warmupSteps + s.stepCount; ++i) {
            if (!s.steps[i].regular)
                irregular.push_back(i);
        }
        QCOMPARE(irregular, golden["irregular"].get<std::vector<std::size_t>>());
        for (std::size_t i = 1; i < s.steps.size(); ++i)
            QVERIFY(s.steps[i - 1].begin <= s.steps[i].begin
                    && s.steps[i - 1].end <= s.steps[i].begin);
    }

    /// Its proposal begins on the device at 37.007 s, the range "warmup" ends at 37.390 s.
    void aProposalThatBeginsInAWarmUpIsDoubted()
    {
        const TracePtr trace = open(kTraces / "pytorch-train-a100-eager.sqlite");
        const auto note = warmUpNote(*trace, search(trace));
        QVERIFY(note.has_value());
        QVERIFY2(note->message.find("called \"warmup\" (36428217075 to 37390376775 ns)")
                     != std::string::npos,
                 note->message.c_str());
    }
};

QTEST_APPLESS_MAIN(StepsTracesTest)
#include "steps_traces_test.moc"
