// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/key_sheet.h"

#include <QApplication>
#include <QDialog>
#include <QGridLayout>
#include <QLabel>
#include <QMessageBox>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>

namespace nv {

namespace {

struct KeyLine
{
    const char* keys; ///< null: a heading
    const char* what;
};

constexpr std::array kKeys{
    KeyLine{nullptr, "View: what is drawn"},
    KeyLine{"Ctrl + wheel", "zoom at the cursor"},
    KeyLine{"W / S, + / −", "zoom in, out"},
    KeyLine{"A / D, ← / →, Shift + wheel", "move in time"},
    KeyLine{"Shift + drag, middle drag", "pan"},
    KeyLine{"Ctrl + drag", "zoom to a stretch"},
    KeyLine{"wheel, ↑ / ↓, Page keys", "scroll the lanes"},
    KeyLine{"Home, 0", "fit the whole capture"},
    KeyLine{"Backspace, Alt + ←", "undo the zoom"},
    KeyLine{"Alt + →", "redo it"},
    KeyLine{nullptr, "Window: what is counted"},
    KeyLine{"Drag", "set the window; its edges and body can be dragged afterwards"},
    KeyLine{"Alt while dragging", "do not snap to steps and events"},
    KeyLine{"Z", "zoom to the window"},
    KeyLine{"R", "window = selected event"},
    KeyLine{"Shift + R", "window = steady state"},
    KeyLine{"T / Shift + T", "window one step later, earlier"},
    KeyLine{"Esc", "drop the selection, then reset the window"},
    KeyLine{nullptr, "Marks and named ranges"},
    KeyLine{"M / Alt + M", "mark at the pointer, at an edge that is near or exactly there"},
    KeyLine{"Shift + M", "keep the window as a named range"},
    KeyLine{"1 … 9", "window = range of that key"},
    KeyLine{"Ctrl + 1 … 9", "store the window as that range"},
    KeyLine{"Click on a flag", "choose it; a double click makes a range the window"},
    KeyLine{"Delete", "remove the chosen mark or range"},
    KeyLine{nullptr, "Events"},
    KeyLine{"Click", "select; its launch or its kernel is marked as well"},
    KeyLine{"Double click", "zoom to the event, again: back"},
    KeyLine{"F", "centre the selection, then fit it"},
    KeyLine{". / ,", "next, previous event of the row"},
    KeyLine{"] / [", "from the launch to its work, and back"},
    KeyLine{"G", "next gap of the device"},
    KeyLine{"Ctrl + F, /", "find kernels, calls and ranges by name"},
    KeyLine{"F3 / Shift + F3", "next, previous event that was found or marked"},
    KeyLine{nullptr, "Lanes"},
    KeyLine{"Ctrl + Shift + F", "filter by device, stream, process, thread, NVTX domain"},
    KeyLine{"Ctrl + P", "pin or unpin the row under the pointer, or that of the selection"},
    KeyLine{"Ctrl + Shift + wheel", "height of the rows"},
    KeyLine{"Right button on the tree", "hide, pin, sort"},
    KeyLine{nullptr, "Program"},
    KeyLine{"Ctrl + O", "open a trace"},
    KeyLine{"Ctrl + D, drop with Ctrl", "compare with another trace"},
    KeyLine{"Ctrl + Q", "quit"},
    KeyLine{"?", "this sheet"},
};

} // namespace

void showKeySheet(QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("Keys and mouse"));
    auto* content = new QWidget(dialog);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(16, 12, 16, 16);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const KeyLine& line : kKeys) {
        auto* what = new QLabel(QString::fromUtf8(line.what), content);
        if (line.keys == nullptr) {
            QFont bold = what->font();
            bold.setBold(true);
            what->setFont(bold);
            what->setContentsMargins(0, row == 0 ? 0 : 12, 0, 0);
            grid->addWidget(what, row, 0, 1, 2);
        } else {
            grid->addWidget(new QLabel(QString::fromUtf8(line.keys), content), row, 0);
            grid->addWidget(what, row, 1);
        }
        ++row;
    }
    auto* scroll = new QScrollArea(dialog);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* whole = new QVBoxLayout(dialog);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
    dialog->resize(content->sizeHint().width() + 24, 600);
    dialog->show();
}

void showAbout(QWidget* parent)
{
    auto* box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(QObject::tr("About nsys-verdict"));
    box->setText(QObject::tr("nsys-verdict %1").arg(QApplication::applicationVersion()));
    box->setInformativeText(
        QObject::tr("Says where the wall clock of a GPU program went, from traces of NVIDIA "
                    "Nsight Systems.\n\nFree software: GNU General Public Licence, version 3 or "
                    "later. Not affiliated with NVIDIA."));
    box->setModal(false);
    box->show();
}

} // namespace nv
