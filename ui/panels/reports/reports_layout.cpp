// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/report_group.h"
#include "core/analysis/stats/stats_format.h"
#include "core/base/text.h"
#include "ui/document.h"
#include "ui/panels/reports/report_chooser.h"
#include "ui/panels/reports/report_form.h"
#include "ui/panels/reports/report_table.h"
#include "ui/panels/reports/reports_panel.h"
#include "ui/save_dialog.h"
#include "ui/table/elided_label.h"
#include "ui/table/event_names.h"
#include "ui/table/filter_line.h"
#include "ui/table/spread_view.h"
#include "ui/table/state_message.h"
#include "ui/table/table_view.h"
#include "ui/table/veil.h"
#include "ui/whole_file.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

/// The parts of the Reports dock and what its menu does: copy, save, reproduce elsewhere.
namespace nv {

void ReportsPanel::buildLayout()
{
    m_view = new TableView;
    m_chooser = new ReportChooser;
    m_form = new ReportForm;
    m_filter = new FilterLine(*m_view);
    m_more = new QToolButton;
    m_more->setText(tr("Copy ▾"));
    m_more->setAutoRaise(false);
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_more->setToolTip(tr("Copy, save, reproduce elsewhere"));
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_chooser);
    head->addWidget(m_form);
    head->addStretch(1);
    head->addWidget(m_filter);
    head->addWidget(m_more);
    m_caption = new ElidedLabel;
    m_footer = new ElidedLabel;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(m_caption);
    layout->addWidget(newCentre(), 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_view);
}

QWidget* ReportsPanel::newCentre()
{
    m_spread = new SpreadView;
    m_spread->hide();
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_view);
    m_splitter->addWidget(m_spread);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    m_message = newStateMessage();
    m_message->setTextInteractionFlags(Qt::TextBrowserInteraction);
    auto* centre = new QWidget;
    m_stack = new QStackedLayout(centre);
    m_stack->addWidget(m_splitter);
    m_stack->addWidget(m_message);
    m_veil = new Veil(centre);
    return centre;
}

void ReportsPanel::buildMenu()
{
    m_menu = new QMenu(this);
    m_menu->setToolTipsVisible(true);
    const auto add = [this](const QString& title, const QString& tip, auto act) {
        QAction* action = m_menu->addAction(title);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    QAction* rows =
        add(tr("Copy the selected rows"), tr("Tab-separated, exact values (Ctrl+C in the table)."),
            [this] { m_view->copySelection(); });
    QAction* all =
        add(tr("Copy the whole table"), tr("Tab-separated, exact values, in the order shown."),
            [this] { copyAll(); });
    m_menu->addSeparator();
    QAction* save = add(tr("Save as csv …"), tr("Cell by cell what nsys prints for this report."),
                        [this] { askSave(); });
    m_menu->addSeparator();
    QAction* theirs =
        add(tr("Copy the nsys command"), tr("Prints this table with the real tool."), [this] {
            const ReportQuestion& asked = m_answer->asked;
            copyText(fromUtf8(nsysCommand(asked.request, asked.window,
                                          document().trace()->capture.fileName)),
                     tr("the nsys command"));
        });
    QAction* ours =
        add(tr("Copy the nsys-verdict command"), tr("Prints this table without a window."), [this] {
            const ReportQuestion& asked = m_answer->asked;
            copyText(fromUtf8(ownCommand(asked.request, asked.window,
                                         document().trace()->capture.fileName)),
                     tr("the nsys-verdict command"));
        });
    connect(m_menu, &QMenu::aboutToShow, this, [this, rows, all, save, theirs, ours] {
        for (QAction* action : {all, save, theirs, ours})
            action->setEnabled(m_answer.has_value());
        rows->setEnabled(m_answer && m_view->selectionModel()->hasSelection());
    });
    connect(m_more, &QToolButton::clicked, this, [this] { popUpBelow(*m_menu, *m_more); });
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { m_menu->popup(m_view->viewport()->mapToGlobal(at)); });
}

void ReportsPanel::copyText(const QString& text, const QString& what)
{
    QApplication::clipboard()->setText(text);
    say(tr("Copied %1").arg(what));
}

void ReportsPanel::copyAll()
{
    if (!m_answer)
        return;
    m_copyJob.replace(
        [rows = m_answer->rows, how = m_answer->asked.arranging](const std::stop_token& stop) {
            const Arrangement arrangement = arrangeReport(*rows, how, stop);
            return reportTsv(*rows, arrangement.order, stop);
        },
        [this](const QString& text) { copyText(text, tr("the whole table")); });
}

void ReportsPanel::askSave()
{
    if (!m_answer)
        return;
    const QFileInfo trace(fromUtf8(document().trace()->capture.fileName));
    const QString report =
        QString::fromStdString(text::replaced(m_answer->asked.request.text, ":", "_"));
    askWhereToSave(*this,
                   {tr("Save the report"), tr("Comma-separated (*.csv)"), QStringLiteral("csv"),
                    trace.completeBaseName() + QLatin1Char('_') + report + QStringLiteral(".csv")},
                   [this](const QString& path) { saveCsv(path); });
}

/// By the writer of the command line, so that both files are the same.
void ReportsPanel::saveCsv(const QString& path)
{
    if (!m_answer)
        return;
    m_copyJob.follow(
        [rows = m_answer->rows, path](const std::stop_token&) {
            return writeWhole(path, statsCsv(rows->table));
        },
        [this, path](const QString& problem) {
            say(problem.isEmpty() ? tr("Written: %1").arg(QFileInfo(path).fileName()) : problem);
        });
}

void ReportsPanel::chooseRules()
{
    const QString known = document().labels().file();
    auto* dialog = new QFileDialog(this, tr("Rules that give names labels"), known,
                                   tr("Text (*.txt *.rules *.tsv);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (const QString problem = document().labels().use(file); !problem.isEmpty())
            say(problem);
    });
    dialog->open();
}

} // namespace nv
