// SPDX-License-Identifier: GPL-3.0-or-later
// The page for a review stands alone: it loads nothing, runs one known script, repeats itself.
#include "core/base/file_fingerprint.h"
#include "core/report/page_style.h"
#include "core/report/review_page.h"
#include "tests/support/report_fixture.h"
#include "tests/support/scenario.h"
#include "tests/support/trace_fixture.h"

#include <QCryptographicHash>
#include <QTest>

using namespace nv;
using namespace nv::test;

class ReviewPageTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        Scenario run;
        run.run([&](int) {
            run.kernel(0, 5, 5, 605, "void gemm<float>(T1 *)");
            run.sync(6, 610);
        });
        m_trace = m_made.open(run.maker, "loop.sqlite");
        QVERIFY(m_trace);
    }

    void theOnlyScriptIsTheOneOfTheHead()
    {
        const std::string page = pageOf({});
        const auto script = QByteArray(page::kScript.data(), qsizetype(page::kScript.size()));
        const QByteArray hash =
            QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64();
        QVERIFY(page.find("script-src 'sha256-" + hash.toStdString() + "'") != std::string::npos);
        QVERIFY(page.find("default-src 'none'") != std::string::npos);
        QVERIFY(page.find("<script>" + script.toStdString() + "</script>") != std::string::npos);
        QCOMPARE(count(page, "<script"), 1);
    }

    void nothingIsLoaded()
    {
        ReviewPage with;
        with.picture = PagePicture{"light", "dark", 1280, 640};
        const std::string page = pageOf(with);
        // "light" and "dark" in base64
        QVERIFY(page.find("<img src=\"data:image/png;base64,bGlnaHQ=\" width=\"1280\"")
                != std::string::npos);
        QVERIFY(page.find("media=\"(prefers-color-scheme: dark)\" "
                          "srcset=\"data:image/png;base64,ZGFyaw==\"")
                != std::string::npos);
        for (const char* word : {"http:", "https:", "href=", "url(", "@import", "//cdn"})
            QVERIFY2(page.find(word) == std::string::npos, word);
        QCOMPARE(count(page, "src="), 1);
    }

    void tablesCanBeSortedAndPrinted()
    {
        const std::string page = pageOf({});
        QCOMPARE(count(page, "<table>"), count(page, "<thead>"));
        QCOMPARE(count(page, "<table>"), count(page, "</tbody>"));
        QVERIFY(count(page, "<table>") >= 6);
        QVERIFY(page.find("@media print") != std::string::npos);
        QVERIFY(page.find("@media (prefers-color-scheme: dark)") != std::string::npos);
    }

    void itRepeatsItself()
    {
        ReviewPage with;
        with.fingerprint = "7 bytes, 0123456789abcdef";
        with.version = "9.9";
        const std::string page = pageOf(with);
        for (const char* part :
             {"nsys-verdict analyze loop.sqlite --window 15000000/20000000 --html page.html",
              "nsys-verdict analyze loop.sqlite --window 15000000/20000000 --json -",
              "nsys stats -r cuda_gpu_kern_sum,cuda_api_sum,cuda_gpu_mem_time_sum --filter-time "
              "15000000/20000000 loop.sqlite",
              "nsys-verdict save loop.sqlite --window 15000000/20000000 -o window.sqlite",
              "7 bytes, 0123456789abcdef", "nsys-verdict 9.9", "15000000 to 20000000 ns"})
            QVERIFY2(page.find(part) != std::string::npos, part);
    }

    void barsNameTheirClasses()
    {
        const std::string page = pageOf({});
        // 600 of 1000 us compute.
        QVERIFY(page.find("<span class=\"c0\" title=\"compute 60.0 %\" style=\"flex:600000 0 0\">")
                != std::string::npos);
        QVERIFY(page.find("<li><span class=\"c0\"></span>compute 60.0 %</li>")
                != std::string::npos);
        QVERIFY(page.find("</span>transfer ") == std::string::npos); // no such class here
    }

    void bytesAsText()
    {
        // RFC 4648, 10
        QCOMPARE(base64(""), std::string());
        QCOMPARE(base64("f"), std::string("Zg=="));
        QCOMPARE(base64("fo"), std::string("Zm8="));
        QCOMPARE(base64("foobar"), std::string("Zm9vYmFy"));
        QCOMPARE(base64(std::string("\xff\x00\xfe", 3)), std::string("/wD+"));
    }

    void aFileIsKnownByItsBytes()
    {
        const std::filesystem::path folder = m_made.path("");
        writeFile(folder / "a", "abc");
        writeFile(folder / "b", "abc");
        writeFile(folder / "c", "abd");
        // FNV-1a, 64 bits, of "abc": e71fa2190541574b
        QCOMPARE(fingerprintText(folder / "a", {}).value(),
                 std::string("3 bytes, e71fa2190541574b"));
        QCOMPARE(fingerprintText(folder / "b", {}).value(),
                 fingerprintText(folder / "a", {}).value());
        QVERIFY(fingerprintText(folder / "c", {}).value()
                != fingerprintText(folder / "a", {}).value());
        QVERIFY(!fingerprintText(folder / "none", {}));
    }

private:
    static int count(const std::string& text, const std::string& part)
    {
        int out = 0;
        for (std::size_t at = text.find(part); at != std::string::npos;
             at = text.find(part, at + 1))
            ++out;
        return out;
    }

    std::string pageOf(const ReviewPage& page) const
    {
        Progress progress;
        const AnalysisPtr analysis = analyse(m_trace, {}, {}, progress).value();
        const Window window = userWindow(*analysis, {15 * 1'000'000, 20 * 1'000'000});
        const WindowTables tables = windowTables(*analysis, window, {}, {}).value();
        const HostOverhead host = hostOverhead(*analysis, window, {}, {}).value();
        const Verdict verdict =
            fullVerdict(*analysis, windowBudget(*analysis->budget, window.range), tables);
        return reviewPage({*analysis, tables, verdict, host, {}}, page);
    }

    TraceFixture m_made;
    TracePtr m_trace;
};

QTEST_GUILESS_MAIN(ReviewPageTest)
#include "review_page_test.moc"
