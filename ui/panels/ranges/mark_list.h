// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "ui/table/table_view.h"

namespace nv {

class Document;

/// The marks with their notes and how far each lies behind the one before.  Two selected rows are
/// the two whose distance is asked for; a double-click brings a mark into view, F2 or a second click
/// edits its note, Delete removes it.  Thread: GUI thread.
class MarkList : public TableView
{
    Q_OBJECT
public:
    explicit MarkList(Document& document, QWidget* parent = nullptr);

    /// The marks are others; theirs are the rows from now on.
    void refresh();
    /// Highlights what is chosen elsewhere.
    void followChosen();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void selectionChanged(const QItemSelection& selected,
                          const QItemSelection& deselected) override;

private:
    Ns markOf(int row) const;
    void bringIntoView(int row);
    void editNote(int row);

    Document& m_document;
    bool m_isFollowing = false; ///< what changes is not the reader's doing
};

} // namespace nv
