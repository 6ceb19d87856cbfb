// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "tests/support/key_catcher.h"
#include "tests/support/panel_scene.h"
#include "ui/document.h"
#include "ui/panels/details/details_panel.h"
#include "ui/panels/details/fact_tree.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>

using namespace nv;

namespace {

constexpr int kValue = 1;

EventRef op(std::uint32_t index)
{
    return {EventKind::Op, index};
}

} // namespace

/// The real panel on the scene of panel_scene.h: gemm of 10, 12 and 40 us, a copy, attn.
class DetailsPanelTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        Theme::setCurrent(Theme::Mode::Light);
        m_document = std::make_unique<Document>();
        m_parent = std::make_unique<test::KeyCatcher>();
        m_panel = new DetailsPanel(*m_document, m_parent.get());
        m_parent->resize(700, 900);
        m_panel->resize(700, 900);
        m_parent->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_parent.get()));
    }

    void cleanup()
    {
        m_parent.reset();
        m_document.reset();
    }

    void saysWhatToDo()
    {
        QCOMPARE(m_panel->messageText(), QStringLiteral("No capture is open."));
        open();
        QTRY_VERIFY2(m_panel->messageText().contains(QStringLiteral("Click an event")),
                     qPrintable(m_panel->messageText()));
        QVERIFY(!m_panel->findChild<QToolButton*>()->isEnabled());
        pick(op(test::kGemm1));
        QVERIFY(m_panel->messageText().isEmpty());
        m_document->select(std::nullopt);
        QTRY_VERIFY(!m_panel->messageText().isEmpty());
    }

    void tellsAllOfAKernel()
    {
        open();
        pick(op(test::kGemm1));
        QCOMPARE(value("Name", "short"), QStringLiteral("gemm"));
        QCOMPARE(value("Name", "demangled"), QStringLiteral("void gemm<float, 128>(float const*)"));
        QCOMPARE(value("Name", "mangled"), QStringLiteral("—")); // not recorded, not empty
        QCOMPARE(value("Time", "start"), QStringLiteral("0.000 010 000 s"));
        QCOMPARE(value("Time", "end"), QStringLiteral("0.000 020 000 s"));
        QCOMPARE(value("Time", "duration"), QStringLiteral("10.0 µs  (10 000 ns)"));
        QCOMPARE(value("Place", "context"), QStringLiteral("1"));
        QCOMPARE(value("Place", "stream"), QStringLiteral("7"));
        QCOMPARE(value("Place", "process"), QStringLiteral("4242"));
        QCOMPARE(value("Place", "launched by thread"), QStringLiteral("4242"));
        QCOMPARE(value("Place", "correlation"), QStringLiteral("1"));
        QCOMPARE(value("Launch shape", "grid"), QStringLiteral("8 × 1 × 1"));
        QCOMPARE(value("Launch shape", "block"), QStringLiteral("256 × 1 × 1"));
        QCOMPARE(value("Launch shape", "registers per thread"), QStringLiteral("—"));
        QCOMPARE(value("Launch shape", "static shared memory"), QStringLiteral("0 B"));
        QCOMPARE(value("Launch", "call"), QStringLiteral("cudaLaunchKernel_v7000"));
        QCOMPARE(value("Launch", "call took"), QStringLiteral("2.00 µs  (2 000 ns)"));
        QCOMPARE(value("Launch", "latency"), QStringLiteral("+7.00 µs  (7 000 ns)"));
        QCOMPARE(value("Launch", "queue"), QStringLiteral("7.00 µs  (7 000 ns)"));
        QCOMPARE(value("NVTX around its call", "level 1"), QStringLiteral("step  ·  160 µs"));
        QCOMPARE(value("Step", "step"), QStringLiteral("—")); // no steps were found
        QCOMPARE(value("Twins", "count"), QStringLiteral("3"));
        QCOMPARE(value("Twins", "min"), QStringLiteral("10.0 µs  (10 000 ns)"));
        QCOMPARE(value("Twins", "p50"), QStringLiteral("12.0 µs  (12 000 ns)"));
        QCOMPARE(value("Twins", "p99"), QStringLiteral("40.0 µs  (40 000 ns)"));
        QCOMPARE(value("Twins", "this one"),
                 QStringLiteral("longer than 0.0 %, shorter than 66.7 %"));
        // 10 / 12 of the median, 2 us less.
        QCOMPARE(value("Twins", "beside p50"), QStringLiteral("0.833x  (−2.00 µs)"));
        QVERIFY(m_panel->captionText().contains(QStringLiteral("gemm")));
    }

    void aKernelOfItsOwnKindHasOneTwin()
    {
        open();
        pick(op(test::kAttn));
        QCOMPARE(value("Launch", "latency"), QStringLiteral("+85.0 µs  (85 000 ns)"));
        QCOMPARE(value("Twins", "count"), QStringLiteral("1"));
    }

    void tellsBytesAndBandwidthOfACopy()
    {
        open();
        pick(op(test::kCopy));
        QCOMPARE(value("Copy", "size"), QStringLiteral("4.00 KiB  (4 096 B)"));
        QCOMPARE(value("Copy", "bandwidth"), QStringLiteral("2.05 GB/s")); // 4096 B in 2 us
        QCOMPARE(value("Copy", "direction"), QStringLiteral("Host-to-Device"));
        QCOMPARE(value("Copy", "from memory"), QStringLiteral("Pageable"));
        QCOMPARE(value("Copy", "to memory"), QStringLiteral("Device"));
    }

    void tellsWhatACallIssued()
    {
        open();
        pick({EventKind::Call, 0});
        QCOMPARE(value("Issued", "operations"), QStringLiteral("1"));
        QCOMPARE(value("Issued", "its latency"), QStringLiteral("+7.00 µs  (7 000 ns)"));
        QCOMPARE(value("Twins", "count"), QStringLiteral("4")); // launches
        click("Issued", "first");
        QCOMPARE(m_document->selection(), std::optional(op(test::kGemm1)));
    }

    void aClickLeadsThere()
    {
        open();
        pick(op(test::kGemm1));
        click("Launch", "call");
        QCOMPARE(m_document->selection(), std::optional(EventRef{EventKind::Call, 0}));
        pick(op(test::kGemm1));
        click("Twins", "p50");
        QCOMPARE(m_document->selection(), std::optional(op(test::kGemm2)));
        pick(op(test::kGemm1));
        click("Twins", "max");
        QCOMPARE(m_document->selection(), std::optional(op(test::kGemm3)));
        pick(op(test::kGemm1));
        click("NVTX around its call", "level 1");
        QCOMPARE(m_document->selection(), std::optional(EventRef{EventKind::Range, 0}));
        // By keys as well; a line that leads nowhere does nothing.
        pick(op(test::kGemm1));
        m_panel->tree().setCurrentItem(line("Launch", "call"));
        QTest::keyClick(&m_panel->tree(), Qt::Key_Return);
        QCOMPARE(m_document->selection(), std::optional(EventRef{EventKind::Call, 0}));
        pick(op(test::kGemm1));
        click("Place", "stream");
        QCOMPARE(m_document->selection(), std::optional(op(test::kGemm1)));
    }

    void followsTheWindow()
    {
        open();
        pick(op(test::kGemm1));
        QCOMPARE(value("Time", "in the window"), QStringLiteral("whole"));
        m_document->setUserWindow({15'000, 45'000});
        QTRY_COMPARE(value("Time", "in the window"), QStringLiteral("in part, 5.00 µs of it"));
        QCOMPARE(value("Time", "start in window"), QStringLiteral("−5.00 µs  (−5 000 ns)"));
        QCOMPARE(value("Twins", "count"), QStringLiteral("2")); // gemm 3 lies behind it
        QCOMPARE(value("Twins", "max"), QStringLiteral("12.0 µs  (12 000 ns)"));
        m_document->setUserWindow({45'000, 60'000});
        QTRY_COMPARE(value("Time", "in the window"), QStringLiteral("no, before it"));
        QCOMPARE(value("Twins", "count"), QStringLiteral("1"));
        m_document->setUserWindow({200, 300});
        QTRY_COMPARE(value("Twins", "count"), QStringLiteral("0"));
        QVERIFY(line("Twins", "p50") == nullptr);
    }

    void copiesExactValues()
    {
        open();
        pick(op(test::kGemm1));
        m_panel->tree().setCurrentItem(line("Time", "duration"));
        QTest::keyClick(&m_panel->tree(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("section\twhat\tvalue\nTime\tduration\t10000\n"));
        QTest::mouseClick(m_panel->findChild<QToolButton*>(), Qt::LeftButton);
        const QString all = QGuiApplication::clipboard()->text();
        QVERIFY(all.contains(QStringLiteral("\nLaunch\tlatency\t7000\n")));
        QVERIFY(all.contains(QStringLiteral("\nName\tmangled\t\n"))); // unknown: an empty cell
        for (const QString& text : all.split(u'\n', Qt::SkipEmptyParts))
            QCOMPARE(text.count(u'\t'), qsizetype{2});
    }

    void marksAreSummedUp()
    {
        open();
        m_document->mark(std::make_shared<const std::vector<EventRef>>(
            std::vector{op(test::kGemm1), op(test::kGemm2), op(test::kGemm3)}));
        QTRY_VERIFY(m_panel->isSettled() && m_panel->messageText().isEmpty());
        QCOMPARE(value("3 marked events", "sum"), QStringLiteral("62.0 µs  (62 000 ns)"));
        QCOMPARE(value("3 marked events", "min"), QStringLiteral("10.0 µs  (10 000 ns)"));
        QCOMPARE(value("3 marked events", "p50"), QStringLiteral("12.0 µs  (12 000 ns)"));
        QCOMPARE(value("3 marked events", "p95"), QStringLiteral("40.0 µs  (40 000 ns)"));
        QCOMPARE(value("3 marked events", "first start"), QStringLiteral("0.000 010 000 s"));
        QCOMPARE(value("3 marked events", "last end"), QStringLiteral("0.000 090 000 s"));
        click("3 marked events", "max");
        QCOMPARE(m_document->selection(), std::optional(op(test::kGemm3)));
        // One event is no statistics.
        m_document->mark(std::make_shared<const std::vector<EventRef>>(std::vector{op(0)}));
        QTRY_VERIFY(line("3 marked events", "sum") == nullptr);
    }

    void keepsWhatWasFolded()
    {
        open();
        pick(op(test::kGemm1));
        line("Place", "stream")->parent()->setExpanded(false);
        pick(op(test::kGemm2));
        QVERIFY(!line("Place", "stream")->parent()->isExpanded());
        QVERIFY(line("Time", "start")->parent()->isExpanded());
    }

    void lettersBelongToTheTimeline()
    {
        open();
        pick(op(test::kGemm1));
        m_panel->tree().setFocus();
        QTest::keyClick(&m_panel->tree(), Qt::Key_R);
        QCOMPARE(m_parent->keys, 1);
        QTest::keyClick(&m_panel->tree(), Qt::Key_Down); // moves in the list
        QCOMPARE(m_parent->keys, 1);
    }

    void asksOnlyWhenSeen()
    {
        open();
        m_panel->hide();
        m_document->select(op(test::kGemm1));
        QTest::qWait(30);
        QVERIFY(!m_panel->isSettled());
        m_panel->show();
        QTRY_VERIFY(m_panel->isSettled());
        QCOMPARE(value("Name", "short"), QStringLiteral("gemm"));
    }

    /// On a loop whose steps are found: the sixth of them, of 10 ms.
    void tellsTheStep()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("loop.sqlite"));
        QVERIFY(test::writeHostLoop(path));
        m_document->setAnalysis(test::loadNow(path));
        QVERIFY(m_document->analysis()->steady.found);
        const TimeColumn& start = m_document->trace()->ops.start;
        const Ns first = test::loopStep(5).begin + 20 * test::kUs;
        pick(op(static_cast<std::uint32_t>(std::find(start.begin(), start.end(), first)
                                           - start.begin())));
        QCOMPARE(value("Step", "step"), QStringLiteral("6"));
        QCOMPARE(value("Step", "period"), QStringLiteral("10.0 ms  (10 000 000 ns)"));
        QCOMPARE(value("Step", "phase"), QStringLiteral("—"));
        QCOMPARE(value("NVTX around its call", "level 1"),
                 QStringLiteral("decode_step 5  ·  10.0 ms"));
        QCOMPARE(value("Place", "process"), QStringLiteral("python (4242)"));
        QCOMPARE(value("Place", "device"), QStringLiteral("0 · NVIDIA Test GPU"));
        m_document->setView({test::kLoopBegin, test::kLoopBegin + test::kMs});
        click("Step", "step");
        const TimeRange view = m_document->view().current();
        QVERIFY(view.begin <= test::loopStep(5).begin && view.end >= test::loopStep(5).end);
    }

private:
    void open() { m_document->setAnalysis(test::sceneAnalysis()); }

    void pick(EventRef event)
    {
        m_document->select(event);
        QTRY_VERIFY(m_panel->isSettled() && m_panel->messageText().isEmpty());
    }

    QTreeWidgetItem* line(const char* section, const char* what)
    {
        return m_panel->tree().find(QString::fromUtf8(section), QString::fromUtf8(what));
    }

    QString value(const char* section, const char* what)
    {
        const QTreeWidgetItem* item = line(section, what);
        return item == nullptr ? QStringLiteral("no such line") : test::plain(item->text(kValue));
    }

    void click(const char* section, const char* what)
    {
        QTreeWidgetItem* item = line(section, what);
        QVERIFY2(item != nullptr, what);
        m_panel->tree().scrollToItem(item);
        QTest::mouseClick(m_panel->tree().viewport(), Qt::LeftButton, {},
                          m_panel->tree().visualItemRect(item).center());
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<test::KeyCatcher> m_parent;
    DetailsPanel* m_panel = nullptr;
};

QTEST_MAIN(DetailsPanelTest)
#include "details_panel_test.moc"
