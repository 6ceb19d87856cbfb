// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_scene.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/main_window.h"
#include "ui/panels/reports/report_form.h"
#include "ui/panels/reports/reports_panel.h"
#include "ui/table/table_view.h"

#include <QFile>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>

using namespace nv;
using namespace nv::test;

/// What the user calls names: read from a file, shown, kept between runs.
class NameLabelsTest : public QObject
{
    Q_OBJECT
private slots:
    void areShownInReports();
    void keepWhatIsInUseWhenAFileIsBad();
    void areKeptBetweenRuns();
    void aFileThatIsGoneIsSaidOnce();

private:
    QString write(const QByteArray& text) const
    {
        QFile file(m_folder.filePath("names.rules"_qs));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

void NameLabelsTest::areShownInReports()
{
    Document document;
    ReportsPanel panel(document);
    panel.resize(1000, 500);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    document.setAnalysis(sceneAnalysis());
    document.setWindow(allWindow(*document.analysis()));
    QVERIFY(document.labels().use(write("^void gemm\tmatrix product\n")).isEmpty());
    QTRY_VERIFY(panel.isSettled());
    const TableModel& table = panel.view().table();
    QCOMPARE(table.index(0, 8).data().toString(), "matrix product"_qs);
    QVERIFY(table.index(0, 8).data(Qt::ToolTipRole).toString().contains("void gemm&lt;float"_qs));
    QCOMPARE(table.index(1, 8).data().toString(), "attn(float*)"_qs);
    QVERIFY(panel.form().text().contains("labels"_qs));
    // For the eye only: what is copied keeps the name of the file.
    QVERIFY(table.copyText({0}, {8}).contains("void gemm<float, 128>(float const*)"_qs));
    for (QAction* action : panel.form().menu().actions()) {
        if (action->text() == "Labels of names.rules"_qs)
            action->trigger();
    }
    QVERIFY(!document.labels().isOn());
    QTRY_COMPARE(table.index(0, 8).data().toString(), "void gemm<float, 128>(float const*)"_qs);
}

void NameLabelsTest::keepWhatIsInUseWhenAFileIsBad()
{
    NameLabels labels;
    QVERIFY(labels.use(write("gemm\tproduct\n")).isEmpty());
    const NameRulesPtr before = labels.rules();
    QVERIFY(labels.use(write("fine\tok\n(\tbroken\n")).startsWith("Line 2 of the name rules"_qs));
    QCOMPARE(labels.rules(), before);
    QVERIFY(labels.use(m_folder.filePath("missing"_qs)).contains("cannot be read"_qs));
    QCOMPARE(labels.rules(), before);
    labels.setOn(false);
    QVERIFY(!labels.rules());
}

void NameLabelsTest::areKeptBetweenRuns()
{
    const QString ini = m_folder.filePath("settings.ini"_qs);
    const QString rules = write("gemm\tproduct\n");
    {
        Settings settings(ini);
        MainWindow window(settings, {});
        QVERIFY(!window.document().labels().isOn());
        QVERIFY(window.document().labels().use(rules).isEmpty());
    }
    Settings settings(ini);
    MainWindow window(settings, {});
    QVERIFY(window.document().labels().isOn());
    QCOMPARE(window.document().labels().file(), rules);
    QVERIFY(window.document().labels().rules()->labelOf("a gemm") == "product");
}

void NameLabelsTest::aFileThatIsGoneIsSaidOnce()
{
    NameLabels labels;
    const QString problem = labels.restore(m_folder.filePath("gone.rules"_qs), true);
    QVERIFY(problem.contains("gone.rules"_qs) && problem.endsWith('.'));
    QVERIFY(!labels.isOn() && labels.file().isEmpty());
    QVERIFY(labels.restore({}, true).isEmpty()); // none was chosen
}

QTEST_MAIN(NameLabelsTest)
#include "name_labels_test.moc"
