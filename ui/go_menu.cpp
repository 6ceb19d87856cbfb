// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window.h"
#include "ui/main_window.h"
#include "ui/number_input.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>

/// Windows and places that are typed.
namespace nv {

namespace {

/// Names are compared exactly: only figures are made readable.
QString readableSpec(const QString& typed)
{
    const QString text = typed.trimmed();
    return text.startsWith(QLatin1String("nvtx:")) ? text : readableTimes(text);
}

} // namespace

void MainWindow::ask(const QString& name, const QString& title, const QString& label,
                     void (MainWindow::*answer)(const QString&))
{
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(name);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setInputMode(QInputDialog::TextInput);
    connect(dialog, &QInputDialog::textValueSelected, this, answer);
    dialog->open();
}

void MainWindow::addWindowInput(QMenu& menu)
{
    QAction* set = menu.addAction(tr("S&et the window …"), this, [this] {
        ask(QStringLiteral("askWindow"), tr("Set the window"),
            tr("steady, all, a stretch as 1.2s/1.35s (an open side reaches to the end),\n"
               "or nvtx:NAME, with /3 behind it for its fourth instance"),
            &MainWindow::setWindowTyped);
    });
    set->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
    m_needTrace << set;
}

void MainWindow::addGoTo(QMenu& menu)
{
    QAction* go = menu.addAction(tr("&Go to a time …"), this, [this] {
        ask(QStringLiteral("askTime"), tr("Go to a time"),
            tr("On the clock of the capture: a time as 1.25s, or a stretch as 1.2s/1.35s"),
            &MainWindow::goToTyped);
    });
    go->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_G));
    m_needTrace << go;
}

void MainWindow::setWindowTyped(const QString& typed)
{
    if (!m_document.analysis())
        return;
    const Result<Window> window =
        resolveWindow(*m_document.analysis(), readableSpec(typed).toStdString());
    if (!window) {
        showError(QString::fromStdString(window.error().message));
        return;
    }
    m_document.setWindow(window.value());
    m_document.revealRange(window.value().range);
}

/// A time comes to the middle, a stretch fills the view.
void MainWindow::goToTyped(const QString& typed)
{
    if (!m_document.analysis())
        return;
    const QString text = readableTimes(typed);
    const bool isStretch = text.contains(u'/');
    const Result<TimeFilter> time = parseTimeFilter((isStretch ? text : text + u'/').toStdString());
    if (!time) {
        showError(QString::fromStdString(time.error().message));
        return;
    }
    const TimeRange limits = m_document.view().limits();
    TimeRange view{time.value().begin.value_or(limits.begin),
                   time.value().end.value_or(limits.end)};
    if (!isStretch) {
        const TimeRange now = m_document.view().current();
        const auto half = static_cast<Ns>(now.length() / 2);
        view = {addSaturated(view.begin, -half),
                addSaturated(view.begin, static_cast<Ns>(now.length()) - half)};
    }
    if (view.isEmpty())
        showError(tr("The stretch must begin before it ends."));
    else
        m_document.setView(view);
}

} // namespace nv
