// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/finding_pack.h"
#include "core/report/finding_text.h"
#include "core/report/page_style.h"
#include "tests/support/scenario.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <algorithm>

using namespace nv;
using namespace nv::test;

namespace {

constexpr TimeRange kWindow{15 * kStep, 20 * kStep}; // five steps of the run of scenario.h
constexpr const char* kKernel = "void acme::secret_gemm<float>(T1 *)";

EventRef opAt(std::uint32_t op)
{
    return {EventKind::Op, op};
}

} // namespace

/// A step of 1 ms: 600 us of gemm, 5 us until it begins, then the host waits.
class FindingPackTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        Scenario run;
        run.run([&](int) {
            run.range("AcmeModel forward", 0, 700);
            run.kernel(0, 5, 5, 605, kKernel);
            run.sync(6, 610);
        });
        const TracePtr trace = m_made.open(run.maker, "acme run.sqlite");
        QVERIFY(trace);
        Progress progress;
        m_analysis = analyse(trace, {}, {}, progress).value();
    }

    void figuresOfAWindow()
    {
        const std::vector<FindingFigure> figures = figuresOf(kWindow);
        QCOMPARE(valueOf(figures, "window"), std::string("15000000 to 20000000 ns (5.00 ms)"));
        QCOMPARE(valueOf(figures, "steps"), std::string("5"));
        QCOMPARE(valueOf(figures, "step, p50"), std::string("1.00 ms"));
        QCOMPARE(valueOf(figures, "compute"), std::string("60.0 %")); // 600 of 1000 us
        QVERIFY(valueOf(figures, "transfer").empty());                // took no time
        for (const FindingFigure& figure : figures)
            QVERIFY2(figure.definition.size() > 10, figure.name.c_str());
        double sum = 0;
        for (const FindingFigure& figure : figures)
            if (figure.definition.starts_with("Share of the window"))
                sum += std::stod(figure.value);
        QVERIFY2(std::abs(sum - 100) < 0.6, std::to_string(sum).c_str()); // each to 0.1 %
        QVERIFY(figuresOf({5, 5}).size() < figures.size());               // no shares of nothing
    }

    void figuresOfAnEvent()
    {
        const TraceModel& trace = *m_analysis->trace;
        const auto figures = eventFigures(trace, opAt(0));
        QCOMPARE(valueOf(figures, "event"), std::string(kKernel)); // whole, not cut
        QCOMPARE(valueOf(figures, "begin"), std::string("10005000 ns"));
        QCOMPARE(valueOf(figures, "length"), std::string("600 µs (600000 ns)"));
        QCOMPARE(valueOf(figures, "place"), std::string("GPU 0, stream 7"));
        QVERIFY(!valueOf(figures, "correlation").empty());
        QVERIFY(figures.front().isName);
    }

    void commandsRepeatIt()
    {
        Finding finding = findingOf(kWindow);
        finding.panel = "kernels";
        finding.view = {14 * kStep, 21 * kStep};
        QCOMPARE(QString::fromStdString(joined(findingCommands(*m_analysis, finding))),
                 QStringLiteral(
                     "nsys-verdict 'acme run.sqlite' --window 15000000/20000000\n"
                     "nsys-verdict analyze 'acme run.sqlite' --window 15000000/20000000 --json -\n"
                     "nsys-verdict render 'acme run.sqlite' --window 15000000/20000000 "
                     "--view 14000000/21000000 -o view.png\n"
                     "nsys stats -r cuda_gpu_kern_sum --filter-time 15000000/20000000 "
                     "'acme run.sqlite'"));
        finding.source = "all"; // then nsys' tables are not filtered
        const std::string all = joined(findingCommands(*m_analysis, finding));
        QVERIFY(all.find("--window all") != std::string::npos);
        QVERIFY(all.find("--filter-time") == std::string::npos);
        finding.panel = "gaps"; // no report of nsys stats says that
        QVERIFY(joined(findingCommands(*m_analysis, finding)).find("nsys stats")
                == std::string::npos);
    }

    void theWindowIsKnownAgain()
    {
        const Window steady = defaultWindow(*m_analysis);
        QVERIFY(steady.source == WindowSource::Steady);
        Finding finding = findingOf(steady.range);
        finding.source = "steady";
        QVERIFY(windowOf(*m_analysis, finding).source == WindowSource::Steady);
        finding.window.end -= 1; // the steady state lies elsewhere now: what was counted stays
        QVERIFY(windowOf(*m_analysis, finding).source == WindowSource::User);
        QVERIFY(windowOf(*m_analysis, finding).range == finding.window);
        finding.source = "all";
        finding.window = allWindow(*m_analysis).range;
        QVERIFY(windowOf(*m_analysis, finding).source == WindowSource::All);
    }

    void theEventIsKnownAgain()
    {
        const TraceModel& trace = *m_analysis->trace;
        Finding finding = findingOf(kWindow);
        QVERIFY(!eventOf(trace, finding));
        finding.event = findingEvent(trace, opAt(3));
        QCOMPARE(finding.event->kind, std::string("op"));
        QVERIFY(eventOf(trace, finding) == std::optional(opAt(3)));
        finding.event->index = 99; // read in another order: known by its times
        QVERIFY(eventOf(trace, finding) == std::optional(opAt(3)));
        finding.event->index = 2; // another launch stands there
        QVERIFY(eventOf(trace, finding) == std::optional(opAt(3)));
        finding.event->range.end += 1;
        QVERIFY(!eventOf(trace, finding));
        finding.event->kind = "of a later program";
        QVERIFY(!eventOf(trace, finding));
    }

    void thePageLoadsNothing()
    {
        Pack pack = packOf({findingOf(kWindow), findingOf({16 * kStep, 17 * kStep})});
        pack.items[0].picture = PagePicture{"light", "dark", 1280, 640};
        const std::string page = packPage(pack);
        // "light" and "dark" in base64
        QCOMPARE(count(page, "src=\"data:image/png;base64,bGlnaHQ=\" width=\"1280\""), 1);
        QCOMPARE(count(page, "srcset=\"data:image/png;base64,ZGFyaw==\""), 1);
        for (const char* word : {"http:", "https:", "href=", "url(", "@import"})
            QVERIFY2(page.find(word) == std::string::npos, word);
        QCOMPARE(count(page, "<script"), 1);
        QVERIFY(page.find("<script>" + std::string(page::kScript)) != std::string::npos);
        QCOMPARE(count(page, "<div class=\"bar\">"), 2); // one for each finding
        QCOMPARE(count(page, "<h2>"), 4);                // findings, data quality, what this is
        QVERIFY(page.find("<h2>1. a &lt;b&gt; title</h2>") != std::string::npos);
        QVERIFY(page.find("<p>first line</p>\n<p>second &amp; last</p>") != std::string::npos);
        for (const char* part :
             {"7 bytes, 0123456789abcdef", "nsys-verdict 9.9", "compute 60.0 %",
              "nsys-verdict analyze &#39;acme run.sqlite&#39; --window 16000000/17000000",
              "Timeline from 15000000 to 20000000 ns"})
            QVERIFY2(page.find(part) != std::string::npos, part);
        QCOMPARE(packPage(pack), page); // the same input, the same bytes
    }

    void markdownShowsThePicturesBesideIt()
    {
        Pack pack = packOf({findingOf(kWindow), findingOf(kWindow)});
        pack.items[0].picture = PagePicture{"light", "dark", 1280, 640};
        const std::string text = packMarkdown(pack);
        QCOMPARE(count(text, "](finding-01.png)\n"), 1);
        QCOMPARE(count(text, "](finding-02.png)\n"), 0); // it has none
        QVERIFY(text.find("## 1. a \\<b\\> title\n\nfirst line\n\nsecond \\& last\n\n![")
                != std::string::npos);
        QVERIFY(text.find("| compute | 60.0 % |") != std::string::npos);
        QCOMPARE(packPictureName(98), std::string("finding-99.png"));
        QCOMPARE(packPictureName(99), std::string("finding-100.png"));
    }

    void withoutNames()
    {
        Finding finding = findingOf(kWindow);
        finding.title = std::string(kKernel) + " is slow";
        finding.note = "see AcmeModel forward";
        finding.subject = kKernel;
        finding.figures.insert(finding.figures.begin(), {"kernel", kKernel, "", true});
        finding.commands = findingCommands(*m_analysis, finding);
        const Placeholders placeholders(*m_analysis->trace);
        Pack pack = packOf({finding});
        const std::string plain = packPage(pack) + packMarkdown(pack);
        pack.analysis = redacted(*m_analysis, placeholders);
        pack.isRedacted = true;
        pack.items[0].finding = redacted(finding, placeholders);
        pack.items[0].tables = redacted(std::move(pack.items[0].tables), placeholders);
        const std::string page = packPage(pack) + packMarkdown(pack);
        for (const char* name : {"acme", "Acme", "secret_gemm"}) {
            QVERIFY2(plain.find(name) != std::string::npos, name);
            QVERIFY2(page.find(name) == std::string::npos, name);
        }
        QVERIFY(page.find("GEMM kernel 1.1 is slow") != std::string::npos);
        QVERIFY(page.find("see range B") != std::string::npos); // A are the steps
        QVERIFY(page.find("are replaced") != std::string::npos);
        QVERIFY(page.find("compute 60.0 %") != std::string::npos); // figures stay
    }

    /// Rows of the file's own tables hold texts that no placeholder knows.
    void foreignTextsOfReportsAreLeftOut()
    {
        Finding finding = findingOf(kWindow);
        finding.subject = "host-17.example";
        finding.figures = {{"host", "host-17.example", "", true}, {"count", "12", "", false}};
        const Placeholders placeholders(*m_analysis->trace);
        QCOMPARE(redacted(finding, placeholders).figures[0].value, std::string("host-17.example"));
        finding.panel = "reports";
        QCOMPARE(redacted(finding, placeholders).figures[0].value, std::string("(left out)"));
        QCOMPARE(redacted(finding, placeholders).subject, std::string("(left out)"));
        QCOMPARE(redacted(finding, placeholders).figures[1].value, std::string("12"));
    }

private:
    std::vector<FindingFigure> figuresOf(TimeRange range) const
    {
        const Window window = userWindow(*m_analysis, range);
        return windowFigures(*m_analysis, window,
                             quickVerdict(*m_analysis, windowBudget(*m_analysis->budget, range)));
    }

    Finding findingOf(TimeRange range) const
    {
        Finding out;
        out.title = "a <b> title";
        out.note = "first line\n\nsecond & last\n";
        out.view = out.window = range;
        out.source = "user";
        out.figures = figuresOf(range);
        out.commands = findingCommands(*m_analysis, out);
        return out;
    }

    Pack packOf(const std::vector<Finding>& findings) const
    {
        Pack pack;
        pack.analysis = m_analysis;
        pack.fingerprint = "7 bytes, 0123456789abcdef";
        pack.version = "9.9";
        for (const Finding& finding : findings) {
            PackItem item;
            item.finding = finding;
            const Window window = windowOf(*m_analysis, finding);
            item.tables = windowTables(*m_analysis, window, {}, {}).value();
            item.verdict = fullVerdict(*m_analysis, windowBudget(*m_analysis->budget, window.range),
                                       item.tables);
            pack.items.push_back(std::move(item));
        }
        return pack;
    }

    static std::string valueOf(const std::vector<FindingFigure>& figures, const char* name)
    {
        const auto at =
            std::find_if(figures.begin(), figures.end(),
                         [name](const FindingFigure& figure) { return figure.name == name; });
        return at == figures.end() ? std::string() : at->value;
    }

    static std::string joined(const std::vector<std::string>& lines)
    {
        std::string out;
        for (const std::string& line : lines)
            out += (out.empty() ? "" : "\n") + line;
        return out;
    }

    static int count(const std::string& text, const std::string& part)
    {
        int out = 0;
        for (std::size_t at = text.find(part); at != std::string::npos;
             at = text.find(part, at + 1))
            ++out;
        return out;
    }

    TraceFixture m_made;
    AnalysisPtr m_analysis;
};

QTEST_GUILESS_MAIN(FindingPackTest)
#include "finding_pack_test.moc"
