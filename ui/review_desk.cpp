// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review_desk.h"

#include "ui/annotations.h"
#include "ui/document.h"
#include "ui/exporter.h"
#include "ui/finding_maker.h"
#include "ui/pack_dialog.h"
#include "ui/presentation.h"
#include "ui/save_dialog.h"

#include <QAction>
#include <QApplication>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>

#include <algorithm>

namespace nv {

namespace {

/// A name that is typed with the ending of the other kind means that kind.
PackForm formOf(const QString& path, PackForm asked)
{
    if (asked == PackForm::Markdown)
        return asked;
    for (const PackForm form : {PackForm::Page, PackForm::Pdf})
        if (path.endsWith(u'.' + packExtension(form), Qt::CaseInsensitive))
            return form;
    return asked;
}

} // namespace

ReviewDesk::ReviewDesk(Document& document, QMainWindow& window)
    : QObject(&window)
    , m_document(document)
    , m_window(window)
{
    connect(&findings(), &FindingList::makeAsked, this, &ReviewDesk::make);
    connect(&findings(), &FindingList::presentAsked, this, &ReviewDesk::present);
    connect(&findings(), &FindingList::packAsked, this, &ReviewDesk::askPack);
}

FindingList& ReviewDesk::findings() const
{
    return m_document.annotations().findings();
}

QList<QAction*> ReviewDesk::fillMenu(QMenu& menu)
{
    QAction* make = menu.addAction(tr("&Add what is shown"), this, &ReviewDesk::make);
    make->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    QAction* next = menu.addAction(tr("Go to the &next"), this, [this] { step(1); });
    next->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Down));
    QAction* previous = menu.addAction(tr("Go to the &previous"), this, [this] { step(-1); });
    previous->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Up));
    menu.addSeparator();
    QAction* present = menu.addAction(tr("P&resent"), this, &ReviewDesk::present);
    present->setShortcut(QKeySequence(Qt::Key_F5));
    QAction* pack = menu.addAction(tr("&Export the findings …"), this, &ReviewDesk::askPack);
    return {make, next, previous, present, pack};
}

void ReviewDesk::make()
{
    if (!m_document.analysis())
        return;
    QWidget* focus = QApplication::focusWidget();
    const Finding finding =
        makeFinding(m_document, focus != nullptr ? focus : m_window.focusWidget());
    const QString title = QString::fromStdString(finding.title);
    findings().add(finding);
    emit said(tr("Finding %1 kept: %2. The dock Findings orders and exports them.")
                  .arg(QString::number(findings().items().size()), title),
              false);
}

void ReviewDesk::step(int by)
{
    const auto& items = findings().items();
    if (items.empty()) {
        emit m_document.noticed(tr("There is no finding yet; Ctrl+E makes one of what is shown."));
        return;
    }
    const auto place = findings().chosenPlace();
    const auto last = static_cast<std::ptrdiff_t>(items.size()) - 1;
    const std::ptrdiff_t next =
        place ? std::clamp(static_cast<std::ptrdiff_t>(*place) + by, std::ptrdiff_t{0}, last) : 0;
    const FindingList::Item& item = items[static_cast<std::size_t>(next)];
    findings().choose(item.id);
    if (!revisit(m_document, item))
        emit said(tr("The event of this finding is not in what was read of the trace."), true);
}

void ReviewDesk::present()
{
    if (!m_document.analysis())
        return;
    if (findings().isEmpty()) {
        emit m_document.noticed(
            tr("There is no finding to present; Ctrl+E makes one of what is shown."));
        return;
    }
    auto* show = new Presentation(m_document, &m_window, m_exporter->look());
    show->setAttribute(Qt::WA_DeleteOnClose);
    show->showFullScreen();
    show->activateWindow();
}

void ReviewDesk::askPack()
{
    if (findings().isEmpty()) {
        emit m_document.noticed(
            tr("There is no finding to export; Ctrl+E makes one of what is shown."));
        return;
    }
    auto* dialog = new PackDialog(findings().items().size(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { askPlace(dialog->isRedacted(), dialog->form()); });
    dialog->open();
}

void ReviewDesk::askPlace(bool isRedacted, PackForm form)
{
    const QString extension = packExtension(form);
    QString name = isRedacted ? tr("review") : QFileInfo(m_path).completeBaseName();
    if (!isRedacted)
        name += tr("-review");
    QString filter;
    if (!extension.isEmpty()) {
        name += u'.' + extension;
        filter = u"*." + extension;
    }
    askWhereToSave(m_window, {tr("Export the findings"), filter, extension, name},
                   [this, isRedacted, form](const QString& path) {
                       m_exporter->savePack(m_path, isRedacted, formOf(path, form), path);
                   });
}

} // namespace nv
