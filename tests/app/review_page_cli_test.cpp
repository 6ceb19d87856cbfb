// SPDX-License-Identifier: GPL-3.0-or-later
// The page for a review on the command line: whole, private, without a display.
#include "tests/support/command_run.h"
#include "tests/support/real_traces.h"
#include "tests/support/report_fixture.h"
#include "tests/support/scenario.h"

#include <QProcess>
#include <QTest>

#include <memory>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

namespace {

constexpr int kLongestMs = 120'000;

/// The bytes behind the first picture of that attribute.
QByteArray pngOf(const std::string& page, const char* attribute)
{
    const QByteArray bytes = QByteArray::fromStdString(page);
    const QByteArray start = QByteArray(attribute) + "=\"data:image/png;base64,";
    const qsizetype at = bytes.indexOf(start) + start.size();
    return QByteArray::fromBase64(bytes.mid(at, bytes.indexOf('"', at) - at));
}

} // namespace

class ReviewPageCliTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        Scenario run;
        run.run([&](int) {
            run.range("AcmeModel forward", 0, 700);
            run.kernel(0, 5, 5, 605, "void acme::secret_gemm<float>(T1 *)");
            run.sync(6, 610);
        });
        m_trace = std::make_unique<MadeFile>(run.maker, "acme-run.sqlite");
        QVERIFY2(m_trace->error.empty(), m_trace->error.c_str());
    }

    void thePageHasAPictureInBothThemes()
    {
        const std::string page = pageOf({"--window", "15ms/20ms"});
        const QImage light = QImage::fromData(pngOf(page, "src"));
        const QImage dark = QImage::fromData(pngOf(page, "srcset"));
        QCOMPARE(light.size(), QSize(2560, 1280));
        QCOMPARE(dark.size(), light.size());
        // The corner of the caption line is panel colour: bright and dark.
        QVERIFY(light.pixelColor(4, 1270).lightness() > 200);
        QVERIFY(dark.pixelColor(4, 1270).lightness() < 60);
        QVERIFY(page.find("15000000 to 20000000 ns") != std::string::npos);
        QVERIFY(page.find("nsys-verdict save acme-run.sqlite") != std::string::npos);
        QVERIFY(page.find(std::to_string(fs::file_size(m_trace->path)) + " bytes, ")
                != std::string::npos);
    }

    void theProgramNeedsNoDisplay()
    {
        const QTemporaryDir folder;
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(name);
        program.setProcessEnvironment(environment);
        const QString page = folder.filePath("page.html");
        program.start(qEnvironmentVariable("NV_PROGRAM"),
                      {"analyze", QString::fromStdString(m_trace->path.string()), "--html", page});
        QVERIFY(program.waitForFinished(kLongestMs));
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        const std::string text = bytesOf(page.toStdString());
        QCOMPARE(QImage::fromData(pngOf(text, "src")).size(), QSize(2560, 1280));
    }

    void redactedNamesNobody()
    {
        const std::string plain = pageOf({});
        const std::string page = pageOf({"--redact"});
        for (const char* name : {"acme", "Acme", "secret_gemm"}) {
            QVERIFY2(plain.find(name) != std::string::npos, name);
            QVERIFY2(page.find(name) == std::string::npos, name);
        }
        QVERIFY(page.find("GEMM kernel 1") != std::string::npos);
        QVERIFY(page.find("nsys-verdict analyze TRACE") != std::string::npos);
        // The share of the budget stays: 600 of 1000 us.
        QVERIFY(page.find("compute 60.0 %") != std::string::npos);
        // The picture names them neither: it is another one.
        QVERIFY(pngOf(page, "src") != pngOf(plain, "src"));
    }

    void theSameInputGivesTheSameBytes() { QCOMPARE(pageOf({}), pageOf({})); }

    void noSecretIsOnAnyPage_data() { addRealTraces(); }

    void noSecretIsOnAnyPage()
    {
        QFETCH(QString, file);
        for (const bool isRedacted : {false, true}) {
            std::vector<std::string> words{"analyze", file.toStdString(), "--html", "-"};
            if (isRedacted)
                words.emplace_back("--redact");
            const Ran ran = run(words);
            QCOMPARE(ran.status, 0);
            QVERIFY(ran.out.find(kFakeSecret) == std::string::npos);
            QVERIFY(ran.out.ends_with("</html>\n"));
            QVERIFY(ran.out.find("<img src=\"data:image/png") != std::string::npos);
        }
    }

private:
    std::string pageOf(std::vector<std::string> words) const
    {
        words.insert(words.begin(), {"analyze", m_trace->path.string(), "--html", "-"});
        const Ran ran = run(words);
        return ran.status == 0 ? ran.out : ran.err;
    }

    std::unique_ptr<MadeFile> m_trace;
};

QTEST_MAIN(ReviewPageCliTest)
#include "review_page_cli_test.moc"
