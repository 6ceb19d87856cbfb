// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <span>

namespace nv {

class Document;

/// One dock of the window.  A panel is a folder under ui/panels and a line in panel_registry.cpp;
/// it reads the Document, listens to its signals, and names the window it answers for.
class Panel : public QWidget
{
    Q_OBJECT
public:
    explicit Panel(Document& document, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_document(document)
    {}

signals:
    /// Bring another panel to the front, by its id: panels do not know one another.
    void panelRequested(const QString& id);

protected:
    Document& document() const { return m_document; }

private:
    Document& m_document;
};

struct PanelInfo
{
    const char* id; ///< stable: saved layouts refer to it
    const char* title;
    Qt::DockWidgetArea area; ///< Left or Right: that half of the row of docks below the timeline
    Panel* (*create)(Document& document, QWidget* parent);
};

/// All panels, in the order of the View menu; panels of one area are tabbed in this order.
std::span<const PanelInfo> panels();

} // namespace nv
