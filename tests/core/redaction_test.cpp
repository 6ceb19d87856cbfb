// SPDX-License-Identifier: GPL-3.0-or-later
// A redacted analysis says the same figures and nobody's names.
#include "core/analysis/redaction.h"
#include "core/report/review_page.h"
#include "tests/support/real_traces.h"
#include "tests/support/scenario.h"

#include <QFloat16> // QTest prints JSON by trying all it knows
#include <QTest>

#include <nlohmann/json.hpp>

#include <set>

using namespace nv;
using namespace nv::test;
using nlohmann::json;

namespace {

/// Everything found out about a window, plain and redacted.
struct Both
{
    AnalysisPtr plain;
    Placeholders placeholders;
    AnalysisPtr hidden;
    Window window;
    WindowTables tables;
    HostOverhead host;
    Verdict verdict;
    WindowTables hiddenTables;
    HostOverhead hiddenHost;
    Verdict hiddenVerdict;

    explicit Both(const AnalysisPtr& analysis)
        : plain(analysis)
        , placeholders(*analysis->trace)
        , hidden(redacted(*analysis, placeholders))
        , window(defaultWindow(*analysis))
        , tables(windowTables(*plain, window, {}, {}).value())
        , host(hostOverhead(*plain, window, {}, {}).value())
        , verdict(fullVerdict(*plain, budget(), tables))
        , hiddenTables(redacted(tables, placeholders))
        , hiddenHost(redacted(host, placeholders))
        , hiddenVerdict(fullVerdict(*hidden, budget(), hiddenTables))
    {}

    WindowBudget budget() const
    {
        return windowBudget(*plain->budget, window.range, {}, plain->thresholds.classes.active);
    }

    json said() const { return json::parse(jsonReport({*plain, tables, verdict, host, {}})); }

    json saidRedacted() const
    {
        return json::parse(
            jsonReport({*hidden, hiddenTables, hiddenVerdict, hiddenHost, {}, true}));
    }

    std::string page() const
    {
        return reviewPage({*hidden, hiddenTables, hiddenVerdict, hiddenHost, {}, true}, {});
    }
};

/// Numbers, truth values and nulls of the answers, in order; what is called how is left out.
void figuresOf(const json& value, std::vector<std::string>& out)
{
    if (value.is_structured())
        for (const json& part : value)
            figuresOf(part, out);
    else if (!value.is_string())
        out.push_back(value.dump());
}

std::vector<std::string> figuresOf(const json& value)
{
    std::vector<std::string> out;
    figuresOf(value, out);
    return out;
}

/// What is told of a window.
constexpr std::array<const char*, 14> kKeys{
    "window", "devices",   "classification",       "host_overhead", "kernels",  "launches",
    "api",    "transfers", "compile_after_warmup", "gaps",          "outliers", "graphs",
    "phases", "ranks"};

AnalysisPtr analysed(const TracePtr& trace)
{
    Progress progress;
    return trace ? analyse(trace, {}, {}, progress).value() : nullptr;
}

TraceMaker secretiveLoop()
{
    Scenario run;
    run.run([&](int i) {
        run.range("AcmeModel.forward batch " + std::to_string(i), 0, 700);
        run.kernel(0, 5, 5, 605, "void acme::secret_gemm<float>(T1 *)");
        run.kernel(6, 9, 610, 620, "void acme::secret_gemm<half>(T1 *)");
        run.kernel(10, 12, 620, 640, "acme_mystery(int)");
        run.sync(6, 650);
    });
    run.maker.capture("PROCESS_0:COMMAND", "/opt/acme/serve");
    return run.maker;
}

} // namespace

class RedactionTest : public QObject
{
    Q_OBJECT
private slots:

    void namesArePlaceholdersAndStable()
    {
        const Both both(analysed(m_made.open(secretiveLoop(), "acme-run-7.sqlite")));
        const json out = both.saidRedacted();
        // By total: 600, 20, 10 us a step.
        QCOMPARE(out["kernels"][0]["name"].get<std::string>(), std::string("GEMM kernel 1"));
        QCOMPARE(out["kernels"][0]["family"].get<std::string>(), std::string("GEMM"));
        std::set<std::string> demangled;
        for (const json& kernel : out["kernels"])
            demangled.insert(kernel["demangled"].get<std::string>());
        QCOMPARE(demangled.size(), std::size_t{3});
        QCOMPARE(demangled.count("GEMM kernel 1.1"), std::size_t{1});
        QCOMPARE(demangled.count("GEMM kernel 1.2"), std::size_t{1});
        QCOMPARE(out["trace"]["file"].get<std::string>(), std::string("TRACE"));
        QCOMPARE(out["api"], both.said()["api"]);
        for (const std::string& text : {out.dump(), both.page()})
            for (const char* name : {"acme", "Acme", "secret", "mystery", "forward"})
                QVERIFY2(text.find(name) == std::string::npos,
                         text.substr(std::min(text.find(name), text.size()) - 200, 400).c_str());
        QCOMPARE(both.saidRedacted(), Both(both.plain).saidRedacted());
    }

    void nothingElseOfTheModelChanges()
    {
        // A trace whose names are placeholders already: only the entities' names differ.
        const TracePtr trace = m_made.open(secretiveLoop(), "a.sqlite");
        const Both both(analysed(trace));
        for (const char* key : kKeys)
            QCOMPARE(figuresOf(both.saidRedacted()[key]), figuresOf(both.said()[key]));
        const TraceModel& hidden = *both.hidden->trace;
        QCOMPARE(hidden.names.size(), trace->names.size());
        QCOMPARE(hidden.lanes.size(), trace->lanes.size());
        for (std::size_t i = 0; i < hidden.lanes.size(); ++i)
            QCOMPARE(hidden.lanes[i].eventCount, trace->lanes[i].eventCount);
        QVERIFY(hidden.fileRows == nullptr);
        for (std::size_t i = 0; i < hidden.names.size(); ++i)
            QVERIFY(!hidden.names.text(NameId(i)).empty() || trace->names.text(NameId(i)).empty());
    }

    void sentencesLoseWholeNamesOnly()
    {
        Scenario run;
        run.run(
            [&](int) {
                run.range("step", 0, 700);
                run.range("8", 1, 700);
                run.kernel(0, 5, 5, 605);
            },
            false);
        const TracePtr trace = m_made.open(run.maker, "a.sqlite");
        const Placeholders placeholders(*trace);
        QCOMPARE(placeholders.in("in \"step\", of steps"), std::string("in \"range A\", of steps"));
        QCOMPARE(placeholders.in("step"), std::string("range A"));
        QCOMPARE(placeholders.in("8 launches"), std::string("8 launches"));
        QCOMPARE(placeholders.in("8"), std::string("range B 1"));
        QCOMPARE(placeholders.in(""), std::string());
        QCOMPARE(placeholders.in("nothing here"), std::string("nothing here"));
    }

    void realTracesKeepTheirFiguresAndLoseTheirNames_data() { addRealTraces(); }

    void realTracesKeepTheirFiguresAndLoseTheirNames()
    {
        QFETCH(QString, file);
        const AnalysisPtr analysis = analysed(openTrace(file.toStdString()));
        QVERIFY(analysis);
        const Both both(analysis);
        const json said = both.said();
        const json hidden = both.saidRedacted();
        for (const char* key : kKeys) {
            const std::vector<std::string> want = figuresOf(said[key]);
            const std::vector<std::string> got = figuresOf(hidden[key]);
            QVERIFY2(got == want, key);
        }

        const std::string page = both.page();
        QVERIFY(page.find("fake-secret-0123456789") == std::string::npos);
        const TraceModel& trace = *analysis->trace;
        std::set<std::string> names;
        for (const KernelVariant& kernel : trace.kernelVariants)
            for (const NameId name : {kernel.shortName, kernel.demangled, kernel.mangled})
                names.insert(trace.names.display(name));
        for (const NameId name : trace.ranges.text)
            names.insert(trace.names.display(name));
        for (const Process& process : trace.processes)
            names.insert(process.name);
        names.insert(trace.capture.fileName);
        for (const std::string& name : names) {
            // Short names and words of the page itself say nothing.
            const bool isTelling = name.size() >= 8 && vocabulary().find(name) == std::string::npos;
            if (isTelling)
                QVERIFY2(page.find(name) == std::string::npos, name.c_str());
        }
    }

private:
    /// What every page says, whatever the trace.
    static const std::string& vocabulary()
    {
        static const std::string kText = [] {
            const TraceFixture made;
            Scenario run;
            run.run([&](int) { run.kernel(0, 5, 5, 605); });
            return Both(analysed(made.open(run.maker))).page();
        }();
        return kText;
    }

    TraceFixture m_made;
};

QTEST_GUILESS_MAIN(RedactionTest)
#include "redaction_test.moc"
