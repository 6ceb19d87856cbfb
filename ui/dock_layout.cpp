// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/control_names.h"
#include "ui/dock_titles.h"
#include "ui/dock_walk.h"
#include "ui/main_window.h"
#include "ui/panel.h"

#include <QDockWidget>

/// The docks: made from the list of panels, arranged at first, kept from run to run.
namespace nv {

namespace {

constexpr double kDockShare = 0.44; ///< of the height, for the row of docks at first
constexpr double kLeftShare = 0.48; ///< of the width, for the verdict

} // namespace

void MainWindow::buildDocks()
{
    for (const PanelInfo& info : panels()) {
        auto* dock = new QDockWidget(tr(info.title), this);
        dock->setObjectName(QString::fromLatin1(info.id));
        Panel* panel = info.create(m_document, dock);
        dock->setWidget(panel);
        nameControls(*panel, dock->windowTitle());
        dock->hide(); // until there is a trace to look at
        addDockWidget(Qt::BottomDockWidgetArea, dock);
        m_docks << dock;
        connect(panel, &Panel::panelRequested, this, [this](const QString& id) { raisePanel(id); });
    }
    m_titles = new DockTitles(*this, m_docks);
}

void MainWindow::arrangeDocks()
{
    const std::span<const PanelInfo> infos = panels();
    const auto firstOf = [&](Qt::DockWidgetArea half) -> QDockWidget* {
        for (qsizetype i = 0; i < m_docks.size(); ++i)
            if (infos[static_cast<std::size_t>(i)].area == half)
                return m_docks.at(i);
        return nullptr;
    };
    QDockWidget* left = firstOf(Qt::LeftDockWidgetArea);
    QDockWidget* right = firstOf(Qt::RightDockWidgetArea);
    m_walk->forget();
    for (QDockWidget* dock : std::as_const(m_docks)) {
        dock->setFloating(false);
        dock->show();
    }
    if (left != nullptr)
        addDockWidget(Qt::BottomDockWidgetArea, left);
    if (left != nullptr && right != nullptr)
        splitDockWidget(left, right, Qt::Horizontal); // before tabs: Qt does not split these
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        const bool isLeft = infos[static_cast<std::size_t>(i)].area == Qt::LeftDockWidgetArea;
        QDockWidget* half = isLeft ? left : right;
        if (m_docks.at(i) != half)
            tabifyDockWidget(half, m_docks.at(i));
    }
    for (QDockWidget* first : {left, right}) {
        if (first != nullptr)
            first->raise();
    }
    m_titles->update();
    if (left != nullptr && right != nullptr) {
        const auto leftWidth = static_cast<int>(width() * kLeftShare);
        resizeDocks({left, right}, {leftWidth, width() - leftWidth}, Qt::Horizontal);
        resizeDocks(
            {left, right},
            {static_cast<int>(height() * kDockShare), static_cast<int>(height() * kDockShare)},
            Qt::Vertical);
    }
}

void MainWindow::restoreLayout()
{
    const auto layout = m_settings.layout();
    if (!layout || layout->docks.isEmpty()
        || !restoreState(layout->docks, Settings::kLayoutVersion))
        arrangeDocks();
    else
        placeNewPanels(layout->panels);
    m_titles->update();
    m_layoutShown = true;
}

/// Panels that the stored layout does not know stand where they would at first.
void MainWindow::placeNewPanels(const QStringList& known)
{
    const std::span<const PanelInfo> infos = panels();
    const auto isKnown = [&](qsizetype i) { return known.contains(m_docks.at(i)->objectName()); };
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        if (isKnown(i))
            continue;
        QDockWidget* added = m_docks.at(i);
        addDockWidget(Qt::BottomDockWidgetArea, added);
        for (qsizetype k = 0; k < m_docks.size(); ++k) {
            QDockWidget* of = m_docks.at(k);
            const bool isBeside =
                infos[static_cast<std::size_t>(k)].area == infos[static_cast<std::size_t>(i)].area;
            if (k == i || !isBeside || !isKnown(k) || of->isHidden() || of->isFloating())
                continue;
            tabifyDockWidget(of, added);
            break;
        }
        added->show();
    }
}

void MainWindow::saveLayout()
{
    Settings::Layout layout = m_settings.layout().value_or(Settings::Layout{});
    layout.geometry = saveGeometry();
    if (m_layoutShown) {
        layout.docks = m_walk->layout();
        layout.panels.clear();
        for (const QDockWidget* dock : std::as_const(m_docks))
            layout.panels << dock->objectName();
    }
    m_settings.setLayout(layout);
}

void MainWindow::raisePanel(const QString& id, bool takesFocus)
{
    for (QDockWidget* dock : std::as_const(m_docks)) {
        if (dock->objectName() == id) {
            dock->show();
            dock->raise();
            if (takesFocus)
                focusInto(*dock->widget());
        }
    }
}

} // namespace nv
