// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_scene.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/limits_dialog.h"
#include "ui/main_window.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace nv;
using namespace nv::test;

namespace {

QTreeWidgetItem* itemOf(const LimitsDialog& dialog, const QString& group, const QString& name)
{
    for (int g = 0; g < dialog.tree().topLevelItemCount(); ++g) {
        QTreeWidgetItem* top = dialog.tree().topLevelItem(g);
        for (int i = 0; i < top->childCount(); ++i)
            if (top->data(0, Qt::UserRole).toString() == group && top->child(i)->text(0) == name)
                return top->child(i);
    }
    return nullptr;
}

QPushButton* button(const LimitsDialog& dialog, const QString& text)
{
    for (QPushButton* one : dialog.findChildren<QPushButton*>())
        if (one->text().remove(u'&') == text)
            return one;
    return nullptr;
}

/// As a person does: opens the editor of the value, types, Enter.
void type(LimitsDialog& dialog, QTreeWidgetItem* item, const QString& text)
{
    dialog.tree().setCurrentItem(item);
    dialog.tree().scrollToItem(item);
    QTest::keyClick(&dialog.tree(), Qt::Key_Return);
    auto* editor = dialog.tree().findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    QCoreApplication::processEvents(); // the view takes the value with the next event
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the editor
}

void showDialog(LimitsDialog& dialog)
{
    static_cast<QDialog&>(dialog).show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
}

} // namespace

class LimitsDialogTest : public QObject
{
    Q_OBJECT
private slots:
    void showsEveryLimit();
    void editsAndApplies();
    void refusesWhatIsNoValue();
    void resets();
    void savesAndLoads();
    void judgesTheOpenCaptureAnew();
    void windowKeepsThem();
    void badStoredLimitsAreSaid();

private:
    QString file(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void LimitsDialogTest::showsEveryLimit()
{
    Thresholds thresholds;
    thresholds.classes.sync = 0.25;
    const LimitsDialog dialog(thresholds);
    QCOMPARE(dialog.tree().topLevelItemCount(), 6);
    int count = 0;
    for (int g = 0; g < 6; ++g)
        count += dialog.tree().topLevelItem(g)->childCount();
    QCOMPARE(count, 53); // limit_list_test
    QTreeWidgetItem* idle = itemOf(dialog, "host_overhead.generation"_qs, "gpu_idle_ratio"_qs);
    QVERIFY(idle);
    QCOMPARE(idle->text(1), "0.15"_qs);
    QCOMPARE(idle->text(2), "0.15"_qs);
    QVERIFY(!idle->font(1).bold());
    QTreeWidgetItem* sync = itemOf(dialog, "classes"_qs, "sync"_qs);
    QCOMPARE(sync->text(1), "0.25"_qs);
    QCOMPARE(sync->text(2), "0.1"_qs);
    QVERIFY(sync->font(1).bold());
    QVERIFY(!sync->text(3).isEmpty());
    QVERIFY(itemOf(dialog, "budget"_qs, "communication_short"_qs)->text(1).startsWith("nccl, "_qs));
    QVERIFY(!button(dialog, "Apply"_qs)->isEnabled());
    // Figures end below each other, names begin so.
    QVERIFY(sync->textAlignment(1) & Qt::AlignRight);
    QVERIFY(sync->textAlignment(2) & Qt::AlignRight);
    QVERIFY(!(itemOf(dialog, "budget"_qs, "communication_short"_qs)->textAlignment(1)
              & Qt::AlignRight));
    const QHeaderView& header = *dialog.tree().header();
    for (int column = 0; column < header.count(); ++column)
        QVERIFY(header.sectionSize(column) >= header.sectionSizeHint(column));
}

void LimitsDialogTest::editsAndApplies()
{
    LimitsDialog dialog(Thresholds{});
    showDialog(dialog);
    QSignalSpy applied(&dialog, &LimitsDialog::applied);
    QTreeWidgetItem* item = itemOf(dialog, "host_overhead.context"_qs, "gpu_utilization"_qs);
    type(dialog, item, "0.5"_qs);
    QCOMPARE(dialog.thresholds().hostOverhead.context.utilization, 0.5);
    QCOMPARE(dialog.thresholds().hostOverhead.generation.utilization, 0.8);
    QVERIFY(item->font(1).bold());
    QCOMPARE(applied.count(), 0);
    QTest::mouseClick(button(dialog, "Apply"_qs), Qt::LeftButton);
    QCOMPARE(applied.count(), 1);
    QVERIFY(applied.front().front().value<Thresholds>() == dialog.thresholds());
    QVERIFY(!button(dialog, "Apply"_qs)->isEnabled());
    type(dialog, item, "0.6"_qs); // the default again
    QVERIFY(!item->font(1).bold());
    QVERIFY(button(dialog, "Apply"_qs)->isEnabled());
}

void LimitsDialogTest::refusesWhatIsNoValue()
{
    LimitsDialog dialog(Thresholds{});
    showDialog(dialog);
    QTreeWidgetItem* item = itemOf(dialog, "budget"_qs, "lazy_call_ns"_qs);
    type(dialog, item, "a while"_qs);
    QCOMPARE(item->text(1), "100000"_qs);
    QCOMPARE(dialog.message(), "budget.lazy_call_ns must be a whole number of at least 0."_qs);
    QVERIFY(!button(dialog, "Apply"_qs)->isEnabled());
    type(dialog, item, "200000"_qs);
    QVERIFY(dialog.message().isEmpty());
    QCOMPARE(dialog.thresholds().budget.lazyCallNs, Ns{200'000});
}

void LimitsDialogTest::resets()
{
    Thresholds thresholds;
    thresholds.classes.sync = 0.25;
    thresholds.classes.host = 0.5;
    thresholds.tails.excess = 3;
    thresholds.bytesPerLaunch["gemm"] = 10;
    LimitsDialog dialog(thresholds);
    showDialog(dialog);
    dialog.tree().setCurrentItem(itemOf(dialog, "classes"_qs, "sync"_qs));
    QTest::mouseClick(button(dialog, "Reset"_qs), Qt::LeftButton);
    QCOMPARE(dialog.thresholds().classes.sync, 0.1);
    QCOMPARE(dialog.thresholds().classes.host, 0.5);
    // On a group: all of it.
    dialog.tree().setCurrentItem(itemOf(dialog, "classes"_qs, "sync"_qs)->parent());
    QTest::mouseClick(button(dialog, "Reset"_qs), Qt::LeftButton);
    QCOMPARE(dialog.thresholds().classes.host, 0.1);
    QCOMPARE(dialog.thresholds().tails.excess, 3.0);
    QTest::mouseClick(button(dialog, "Reset all"_qs), Qt::LeftButton);
    Thresholds wanted;
    wanted.bytesPerLaunch["gemm"] = 10;
    QVERIFY(dialog.thresholds() == wanted);
}

void LimitsDialogTest::savesAndLoads()
{
    Thresholds thresholds;
    thresholds.hostOverhead.generation.gpuIdle = 0.2;
    LimitsDialog first(thresholds);
    QVERIFY(first.saveTo(file("limits.json"_qs)));
    LimitsDialog second(Thresholds{});
    QVERIFY(second.loadFrom(file("limits.json"_qs)));
    QVERIFY(second.thresholds() == thresholds);
    QCOMPARE(itemOf(second, "host_overhead.generation"_qs, "gpu_idle_ratio"_qs)->text(1), "0.2"_qs);
    QVERIFY(button(second, "Apply"_qs)->isEnabled());
    QFile bad(file("bad.json"_qs));
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write(R"({"classes":{"sink":1}})");
    bad.close();
    QVERIFY(!second.loadFrom(file("bad.json"_qs)));
    QVERIFY(second.message().contains("“classes.sink” is not a known limit"_qs));
    QVERIFY(second.thresholds() == thresholds);
    QVERIFY(!second.loadFrom(file("none.json"_qs)));
    QVERIFY(!first.saveTo(file("no folder/limits.json"_qs)));
}

/// On a worker, with the view, the window and the selection as they were.
void LimitsDialogTest::judgesTheOpenCaptureAnew()
{
    Document document;
    document.setAnalysis(sceneAnalysis());
    document.setUserWindow({0, 120'000});
    document.setView({10'000, 60'000});
    document.select(EventRef{EventKind::Op, kGemm2});
    QTRY_VERIFY(document.tablesAreCurrent());
    // 57 of 120 us compute.
    QCOMPARE(std::string(classStateKey(document.verdict().find("kernel-bound")->state)),
             std::string("no"));
    const AnalysisPtr before = document.analysis();
    QSignalSpy reopened(&document, &Document::analysisChanged);
    Thresholds other;
    other.classes.compute = 0.1;
    document.setThresholds(other);
    QTRY_VERIFY(document.thresholdsApply());
    QVERIFY(!document.tablesAreCurrent() || document.tables()->window.range.end == 120'000);
    QCOMPARE(std::string(classStateKey(document.verdict().find("kernel-bound")->state)),
             std::string("yes"));
    QCOMPARE(document.analysis()->budget, before->budget);
    QCOMPARE(reopened.count(), 0);
    QTRY_VERIFY(document.tablesAreCurrent());

    other.budget.hostPieceNs = 1'000'000; // another budget
    document.setThresholds(other);
    QTRY_VERIFY(document.thresholdsApply());
    QVERIFY(document.analysis()->budget != before->budget);
    QCOMPARE(document.analysis()->trace, before->trace);
    QCOMPARE(document.window().range, (TimeRange{0, 120'000}));
    QCOMPARE(document.view().current(), (TimeRange{10'000, 60'000}));
    QCOMPARE(document.selection(), std::optional(EventRef{EventKind::Op, kGemm2}));
    QTRY_VERIFY(document.tablesAreCurrent());

    document.setThresholds(Thresholds{});
    QTRY_VERIFY(document.thresholdsApply());
    QCOMPARE(std::string(classStateKey(document.verdict().find("kernel-bound")->state)),
             std::string("no"));
}

void LimitsDialogTest::windowKeepsThem()
{
    const QString ini = file("settings.ini"_qs);
    {
        Settings settings(ini);
        MainWindow window(settings, {});
        QAction* open = nullptr;
        for (QAction* menu : window.menuBar()->actions())
            for (QAction* action : menu->menu()->actions())
                if (action->text().contains("Thresholds"_qs))
                    open = action;
        QVERIFY(open);
        open->trigger();
        auto* dialog = window.findChild<LimitsDialog*>();
        QVERIFY(dialog);
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        type(*dialog, itemOf(*dialog, "classes"_qs, "queue"_qs), "0.3"_qs);
        QTest::mouseClick(button(*dialog, "Apply"_qs), Qt::LeftButton);
        QCOMPARE(window.document().thresholds().classes.queue, 0.3);
        // Limits that come from elsewhere are shown.
        Thresholds other = window.document().thresholds();
        other.classes.queue = 0.4;
        window.document().setThresholds(other);
        QCOMPARE(itemOf(*dialog, "classes"_qs, "queue"_qs)->text(1), "0.4"_qs);
    }
    Settings settings(ini);
    MainWindow window(settings, {});
    QCOMPARE(window.document().thresholds().classes.queue, 0.4);
    window.document().setThresholds(Thresholds{});
    QVERIFY(settings.thresholds().isEmpty());
}

void LimitsDialogTest::badStoredLimitsAreSaid()
{
    Settings settings(file("bad.ini"_qs));
    settings.setThresholds("{\"limits\":1}"_qs);
    MainWindow window(settings, {});
    QVERIFY(window.document().thresholds() == Thresholds{});
}

QTEST_MAIN(LimitsDialogTest)
#include "limits_dialog_test.moc"
